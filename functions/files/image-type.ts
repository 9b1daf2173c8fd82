const extensions: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/heic': 'heic',
  'image/heif': 'heif',
  'image/gif': 'gif',
}

/** The type that the first bytes show, if it is one that we take; names and declared types are never believed. */
export async function imageTypeOf(bytes: Uint8Array): Promise<{ contentType: string; extension: string } | undefined> {
  const { fileTypeFromBuffer } = await import('file-type')
  const contentType = (await fileTypeFromBuffer(bytes))?.mime ?? ''
  const extension = extensions[contentType]
  return extension ? { contentType, extension } : undefined
}

/** The type of a picture that was stored under its extension. */
export function contentTypeOf(name: string): string {
  const found = Object.entries(extensions).find(([, extension]) => name.endsWith(`.${extension}`))
  return found?.[0] ?? 'application/octet-stream'
}
