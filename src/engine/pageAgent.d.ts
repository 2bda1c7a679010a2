/** The page code as one script, bundled from `src/page/agent.ts` by `scripts/build.ts`. */
declare module "drover:page-agent" {
  const source: string;
  export default source;
}

/** One script of `src/page` by its path, bundled in the same way. */
declare module "drover:page/*" {
  const source: string;
  export default source;
}
