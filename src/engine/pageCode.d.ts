/** One script of `src/page` by its path, bundled to one text by `scripts/build.ts`. */
declare module "drover:page/*" {
  const source: string;
  export default source;
}
