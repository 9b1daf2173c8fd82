import { photoLimitBytes, photoNotAnImage, photoTooLarge } from '#shared/model/delivery.ts'

/** What is wrong with a chosen photo, in the spec's words. SVG is a document that draws, not a photo. */
export function photoProblem({ type, size }: Pick<File, 'type' | 'size'>): string | undefined {
  if (!type.startsWith('image/') || type.startsWith('image/svg')) return photoNotAnImage
  if (size > photoLimitBytes) return photoTooLarge
  return undefined
}
