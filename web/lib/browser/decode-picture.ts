/**
 * Decodes a picture that the browser can show. `createImageBitmap` refuses JPEGs without their end, which some phones write and
 * every `<img>` shows, so such a picture is read by an `<img>`. Undefined if neither can read it, and for drawings (SVG), because
 * only an `<img>` shows them and they are no photos.
 */
export async function decodePicture(file: Blob): Promise<ImageBitmap | HTMLImageElement | undefined> {
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => undefined)
  return bitmap ?? loadImage(file)
}

function loadImage(file: Blob): Promise<HTMLImageElement | undefined> {
  const image = new Image()
  const address = URL.createObjectURL(file)
  return new Promise<HTMLImageElement | undefined>((resolve) => {
    image.onload = () => resolve(/svg/.test(file.type) ? undefined : image)
    image.onerror = () => resolve(undefined)
    image.src = address
  }).finally(() => URL.revokeObjectURL(address))
}

/** Releases the memory of a decoded picture: with 12 megapixels, it is 48 MB of a phone's. */
export function releasePicture(picture: ImageBitmap | HTMLImageElement): void {
  if (picture instanceof ImageBitmap) picture.close()
}
