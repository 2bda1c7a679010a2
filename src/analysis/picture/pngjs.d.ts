/** As much of pngjs as is used; it has no types of its own. */
declare module "pngjs" {
  export class PNG {
    constructor(size: { width: number; height: number });
    width: number;
    height: number;
    /** Red, green, blue and alpha of each pixel. */
    data: Buffer;
    static sync: { read(bytes: Buffer): PNG; write(picture: PNG): Buffer };
  }
}
