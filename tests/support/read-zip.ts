const directoryEntry = 0x0201_4b50

/** Returns the files of a ZIP by name, as the ZIP stores them: compressed files stay compressed. */
export function readZip(zip: Buffer): Map<string, Buffer> {
  const files = new Map<string, Buffer>()
  const end = zip.lastIndexOf('PK\u0005\u0006')
  for (let at = zip.readUInt32LE(end + 16); zip.readUInt32LE(at) === directoryEntry; ) {
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((place) => zip.readUInt16LE(at + place))
    const nameEnd = at + 46 + (nameLength ?? 0)
    const local = zip.readUInt32LE(at + 42)
    const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28)
    const name = zip.toString('utf8', at + 46, nameEnd)
    files.set(name, zip.subarray(start, start + zip.readUInt32LE(at + 20)))
    at = nameEnd + (extraLength ?? 0) + (commentLength ?? 0)
  }
  return files
}
