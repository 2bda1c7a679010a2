/**
 * Runs in a page's sandbox: a picture at one pixel per CSS pixel. BiDi takes pictures at the display's resolution only, and
 * the browser that took one is the best there is at making it smaller. Null when it has the right size already.
 */
export const shrinkFunction = `async (base64, type, quality) => {
  const scale = window.devicePixelRatio;
  if (scale === 1) return null;
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  const picture = await createImageBitmap(new Blob([bytes], { type }));
  const canvas = new OffscreenCanvas(Math.round(picture.width / scale), Math.round(picture.height / scale));
  const painter = canvas.getContext("2d");
  painter.imageSmoothingQuality = "high";
  painter.drawImage(picture, 0, 0, canvas.width, canvas.height);
  const blob = await canvas.convertToBlob({ type, quality });
  // A buffer would be the page's, and those cannot be read from a sandbox.
  const reader = new FileReader();
  await new Promise((resolve) => {
    reader.onload = resolve;
    reader.readAsDataURL(blob);
  });
  return reader.result.slice(reader.result.indexOf(",") + 1);
}`;
