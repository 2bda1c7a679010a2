/** As much of a browser's `DOMRect` as Chrome's trace model needs. */
export class DomRect {
  constructor(
    readonly x = 0,
    readonly y = 0,
    readonly width = 0,
    readonly height = 0,
  ) {}

  static fromRect({ x, y, width, height }: Partial<DomRect> = {}): DomRect {
    return new DomRect(x, y, width, height);
  }

  get left(): number {
    return Math.min(this.x, this.x + this.width);
  }

  get top(): number {
    return Math.min(this.y, this.y + this.height);
  }

  get right(): number {
    return Math.max(this.x, this.x + this.width);
  }

  get bottom(): number {
    return Math.max(this.y, this.y + this.height);
  }
}
