/** Saves a file through the browser's downloads. */
export function saveFile(file: Blob, name: string): void {
  const address = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The click has started the download. A minute later it no longer needs the URL.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
