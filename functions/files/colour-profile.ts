const headerBytes = 128
const entryBytes = 12
/** The most tags that are read. Real profiles have a few dozen. */
const mostTags = 200

/** The tags that are needed to convert numbers to colours. Names, copyrights, devices and their settings are left out. */
const colourTags = new Set('rXYZ gXYZ bXYZ rTRC gTRC bTRC kTRC wtpt chad cicp A2B0 A2B1 A2B2'.split(' '))

/**
 * The ranges of the header that are kept: version, class and colour spaces; the signature; rendering intent and illuminant. Dates
 * and makers are dropped.
 */
const headerParts = [
  [8, 24],
  [36, 40],
  [64, 80],
] as const

interface Tag {
  name: string
  offset: number
  size: number
}

/**
 * Reduces an ICC profile to what affects colours. Without any profile, photos of many phones would look pale and CMYK pictures
 * garish. Returns undefined for a broken profile, which browsers ignore too, and for one without any values for colours.
 */
export function reduceProfileToColours(profile: Buffer): Buffer | undefined {
  const tags = readTags(profile)?.filter(({ name }) => colourTags.has(name))
  if (!tags || tags.length === 0 || new Set(tags.map(({ name }) => name)).size < tags.length) return undefined
  const alone = Buffer.alloc(profile.length)
  for (const [from, to] of headerParts) profile.copy(alone, from, from, to)
  alone.writeUInt32BE(tags.length, headerBytes)
  let end = headerBytes + 4 + entryBytes * tags.length
  // If several tags share the same data, store it only once. The three colours often have the same curve.
  const placed = new Map<string, number>()
  for (const [i, { name, offset, size }] of tags.entries()) {
    const source = `${offset} ${size}`
    const place = placed.get(source) ?? end
    if (place === end) {
      placed.set(source, place)
      end += Math.ceil(size / 4) * 4
      if (end > alone.length) return undefined
      profile.copy(alone, place, offset, offset + size)
    }
    const entry = headerBytes + 4 + entryBytes * i
    alone.write(name, entry, 'latin1')
    alone.writeUInt32BE(place, entry + 4)
    alone.writeUInt32BE(size, entry + 8)
  }
  alone.writeUInt32BE(end, 0)
  return alone.subarray(0, end)
}

/**
 * Reads the tags of a profile. Returns undefined if there are too many, or if the profile's size, its signature or the place of a
 * tag is wrong.
 */
function readTags(profile: Buffer): Tag[] | undefined {
  if (profile.length < headerBytes + 4 || profile.readUInt32BE(0) !== profile.length) return undefined
  if (profile.toString('latin1', 36, 40) !== 'acsp') return undefined
  const count = profile.readUInt32BE(headerBytes)
  const start = headerBytes + 4 + entryBytes * count
  if (count > mostTags || start > profile.length) return undefined
  const tags = Array.from({ length: count }, (_, i) => {
    const entry = headerBytes + 4 + entryBytes * i
    return {
      name: profile.toString('latin1', entry, entry + 4),
      offset: profile.readUInt32BE(entry + 4),
      size: profile.readUInt32BE(entry + 8),
    }
  })
  return tags.every(({ offset, size }) => offset >= start && offset + size <= profile.length) ? tags : undefined
}
