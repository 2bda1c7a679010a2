declare module "semver/functions/satisfies.js" {
  export default function satisfies(version: string, range: string, options?: { includePrerelease?: boolean }): boolean;
}
