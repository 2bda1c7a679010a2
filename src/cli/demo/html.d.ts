/** Pages are bundled as text. */
declare module "*.html" {
  const html: string;
  export default html;
}
