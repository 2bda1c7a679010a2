/** Runs in the page, sent there as text: puts a picture that lies there under a name on a canvas of that id, which nobody sees. */
export async function putOnCanvas(name: string): Promise<void> {
  const bitmap = await createImageBitmap(Reflect.get(window, name) as Blob);
  const canvas = document.createElement("canvas");
  Object.assign(canvas, { id: name, width: bitmap.width, height: bitmap.height, hidden: true });
  canvas.getContext("2d")?.drawImage(bitmap, 0, 0);
  document.body.append(canvas);
}

/** The same: takes both away. */
export function takeAway(name: string): void {
  Reflect.deleteProperty(window, name);
  document.querySelector(`canvas#${name}`)?.remove();
}
