import sharp from 'sharp'
import {
  bytesOf,
  exifTiff,
  jpegSegment,
  littleEndianBytes,
  pngChunk,
  withInsertedBytes,
  xmpPacket,
} from './picture-parts.ts'
import type { PictureType } from './pictures.ts'

export interface SamplePicture {
  type: PictureType
  file: Buffer
}

const size = { width: 19, height: 13 }

/**
 * Draws a picture whose colour changes from left to right and from top to bottom. With four channels, its opacity changes as well.
 */
function drawing(channels: 3 | 4) {
  const { width, height } = size
  const raw = Buffer.alloc(width * height * channels)
  for (let i = 0; i < raw.length; i++) {
    const [pixel, channel] = [Math.floor(i / channels), i % channels]
    raw[i] = channel === 3 ? (pixel % 3) * 120 : ((pixel % width) * 13 * (channel + 1) + pixel * 2) % 256
  }
  return sharp(raw, { raw: { ...size, channels } })
}

/** Encodings in which other programs may write a picture, each with a function that writes the drawing in it. */
const encoders: Readonly<Record<string, () => Promise<Buffer>>> = {
  'jpeg baseline': () => drawing(3).jpeg().toBuffer(),
  'jpeg progressive': () => drawing(3).jpeg({ progressive: true, chromaSubsampling: '4:4:4' }).toBuffer(),
  'jpeg scans in an order of its own': () => drawing(3).jpeg({ mozjpeg: true }).toBuffer(),
  'jpeg grey': () => drawing(3).toColourspace('b-w').jpeg().toBuffer(),
  'jpeg CMYK with its profile': () => drawing(3).withIccProfile('cmyk').jpeg().toBuffer(),
  'jpeg CMYK without one': () => drawing(3).toColourspace('cmyk').jpeg().toBuffer(),
  'jpeg with the colours of a phone': () => drawing(3).withIccProfile('p3').jpeg().toBuffer(),
  'jpeg with its colours by JFIF': async () =>
    withInsertedBytes(
      await drawing(3).jpeg().toBuffer(),
      2,
      jpegSegment(0xe0, 'JFIF\0', [1, 2, 1, 0, 72, 0, 72, 0, 0]),
      jpegSegment(0xe0, 'JFXX\0', [0x10], 'Hidden'),
    ),
  'jpeg of red, green and blue': async () =>
    withInsertedBytes(
      await drawing(3).jpeg({ chromaSubsampling: '4:4:4' }).toBuffer(),
      2,
      jpegSegment(0xee, 'Adobe', [0, 101, 1, 2, 3, 4, 0]),
    ),
  'png true colour': () => drawing(3).png().toBuffer(),
  'png with alpha': () => drawing(4).png().toBuffer(),
  'png of 16 bits': () => drawing(4).toColourspace('rgb16').png().toBuffer(),
  'png interlaced': () => drawing(4).png({ progressive: true }).toBuffer(),
  'png interlaced with a palette': () => drawing(4).png({ palette: true, colours: 12, progressive: true }).toBuffer(),
  'png of one bit': () => drawing(3).toColourspace('b-w').png({ palette: true, colours: 2 }).toBuffer(),
  'png grey with the colours of a phone': () => drawing(3).withIccProfile('p3').png().toBuffer(),
  'png with a colour that is transparent, and a palette to choose from': async () =>
    withInsertedBytes(
      await drawing(3).png().toBuffer(),
      33,
      pngChunk('PLTE', 'Hidden'),
      pngChunk('tRNS', [0, 0, 0, 0, 0, 0]),
    ),
  'png with a gamma and primaries': async () => {
    const primaries = [31270, 32900, 64000, 33000, 30000, 60000, 15000, 6000].flatMap((value) => [
      ...littleEndianBytes(value, 4).reverse(),
    ])
    return withInsertedBytes(
      await drawing(3).png().toBuffer(),
      33,
      pngChunk('gAMA', [0, 1, 0x86, 0xa0]),
      pngChunk('cHRM', primaries),
    )
  },
}

/**
 * For each type of picture, a function that adds metadata, comments and words to a file, and the orientation if the type has one.
 */
const burdens: Readonly<Record<PictureType, (file: Buffer, orientation: number) => Buffer>> = {
  'image/jpeg': (file, orientation) =>
    bytesOf(
      withInsertedBytes(
        file,
        2,
        jpegSegment(0xe1, 'Exif\0\0', exifTiff(orientation)),
        jpegSegment(0xe1, 'http://ns.adobe.com/xap/1.0/\0', xmpPacket),
        jpegSegment(0xe2, 'MPF\0', exifTiff(1, 'MM')),
        jpegSegment(0xed, 'Photoshop 3.0\0', '8BIM\x04\x04\0\0\0\0\0\x14\x1c\x02\x05\0\x0dHidden Street'),
        jpegSegment(0xfe, 'Hidden Street 7'),
      ),
      file,
      'Hidden Street 7',
    ),
  'image/png': (file, orientation) =>
    bytesOf(
      withInsertedBytes(
        withInsertedBytes(file, -12, pngChunk('tEXt', 'Comment\0Hidden Street 7')),
        33,
        pngChunk('tEXt', 'Comment\0Hidden Street 7'),
        pngChunk('iTXt', 'XML:com.adobe.xmp\0\0\0\0\0', xmpPacket),
        pngChunk('eXIf', exifTiff(orientation, 'MM')),
        pngChunk('tIME', [7, 0xe8, 1, 1, 1, 1, 1]),
        pngChunk('hiDn', 'Hidden Street 7'),
      ),
      'Hidden Street 7',
    ),
}

/** What must not be found in any cleaned file: words and marks of the additions, of XMP, and of a colour profile's texts. */
export const hiddenMarksPattern =
  /Hidden|script|xpacket|adobe|xmpmeta|Photoshop|8BIM|MPF|tEXt|iTXt|zTXt|tIME|hiDn|XMP|ICC_PROFILE|iCCP|desc|cprt|lcms/

const typeOf = (name: string): PictureType => (name.startsWith('png') ? 'image/png' : 'image/jpeg')

/** A sample picture in every encoding, by the encoding's name, as the encoder writes it. `fileWithExtras` adds metadata to one. */
export const plainPictures: ReadonlyMap<string, SamplePicture> = new Map(
  await Promise.all(
    Object.entries(encoders).map(
      async ([name, encode]) => [name, { type: typeOf(name), file: await encode() }] as const,
    ),
  ),
)

export function plainPicture(name: string): SamplePicture {
  const sample = plainPictures.get(name)
  if (!sample) throw new Error(`No picture is coded as ${name}`)
  return sample
}

/** Returns a sample's file with metadata and comments added to it, and with words after the end of the picture. */
export const fileWithExtras = ({ type, file }: SamplePicture, orientation = 1): Buffer =>
  burdens[type](file, orientation)
