import { deflateRawSync, deflateSync } from 'node:zlib'
import { fileWithExtras, plainPicture } from './picture-corpus.ts'
import { bytesOf, jpegSegment, pngChunk, withInsertedBytes } from './picture-parts.ts'
import { type PictureType, refusedPhotoFiles } from './pictures.ts'

const script = '<script>alert(1)</script>'

interface HostileFile {
  content: Uint8Array
  name: string
  /** The MIME type that the sender declares. */
  type: string
  /** The type of picture as which the file may be shown. Undefined if the file is refused. */
  shownAs?: PictureType
}

const coded = (name: string) => plainPicture(name).file
const jpeg = coded('jpeg baseline')
const progressive = coded('jpeg progressive')
const png = coded('png true colour')

/** Returns the position at which the file first contains `mark`, which is a text or a list of bytes. */
function placeOf(file: Uint8Array, mark: string | readonly number[]) {
  const place = Buffer.from(file).indexOf(bytesOf(mark))
  if (place < 0) throw new Error(`The file has no ${mark}`)
  return place
}

/** Returns a copy of the file in which `bytes` replace those at the position. */
function changed(file: Uint8Array, at: number, bytes: readonly number[]) {
  const copy = Buffer.from(file)
  copy.set(bytes, at)
  return copy
}

const start = { frame: [0xff, 0xc0], scan: [0xff, 0xda], quantisation: [0xff, 0xdb] } as const
const scanOf = (file: Uint8Array) => file.subarray(placeOf(file, start.scan), -2)

/** Makes a PNG with these chunks between header and end. `header` is the content of its IHDR chunk. */
const pngOf = (header: readonly number[], ...pieces: Uint8Array[]) =>
  bytesOf(png.subarray(0, 8), pngChunk('IHDR', header), ...pieces, pngChunk('IEND'))
const twoByTwo = [0, 0, 0, 2, 0, 0, 0, 2, 8, 2, 0, 0, 0]
const pixels = (bytes: number) => deflateSync(Buffer.alloc(bytes))
/** About fifty kilobytes that decompress to fifty megabytes. */
const bomb = pixels(50_000_000)
const rightPixels = pngChunk('IDAT', pixels(14))

/** Makes an animated PNG with two frames, the first of which is its default picture. */
const animatedPng = () => {
  const control = (number: number) => pngChunk('fcTL', [0, 0, 0, number], twoByTwo.slice(0, 8), new Uint8Array(14))
  const later = pngChunk('fdAT', [0, 0, 0, 2], pixels(14))
  return pngOf(twoByTwo, pngChunk('acTL', [0, 0, 0, 2, 0, 0, 0, 0]), control(0), rightPixels, control(1), later)
}

const zip = bytesOf('PK\x03\x04', deflateRawSync(script), 'PK\x05\x06', new Uint8Array(18))
const film = bytesOf([0, 0, 0, 24], 'ftypisom', [0, 0, 0, 0], 'isommp42')

/** Files that do not begin with the complete mark of an accepted type of picture. */
const strangers: Record<string, Omit<HostileFile, 'shownAs'>> = {
  'an SVG with a script': { content: refusedPhotoFiles.SVG, name: 'a.svg', type: 'image/svg+xml' },
  'an SVG that calls itself JPEG': { content: refusedPhotoFiles.SVG, name: 'a.jpg', type: 'image/jpeg' },
  'an SVG without a prolog': { content: bytesOf(`<svg onload="alert(1)">`), name: 'a.png', type: 'image/png' },
  'an HTML page': { content: refusedPhotoFiles.HTML, name: 'a.html', type: 'text/html' },
  'an HTML page that calls itself PNG': { content: bytesOf(`<html>${script}`), name: 'a.png', type: 'image/png' },
  'XHTML behind blanks': {
    content: bytesOf(`   \n<?xml version="1.0"?><html>${script}`),
    name: 'a.jpg',
    type: 'image/jpeg',
  },
  'XML with an entity': {
    content: bytesOf(`<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>`),
    name: 'a.xml',
    type: 'text/xml',
  },
  'a script': { content: bytesOf('alert(1)//'), name: 'a.js', type: 'text/javascript' },
  'a style sheet': { content: bytesOf('*{background:url(//a.example)}'), name: 'a.css', type: 'text/css' },
  'a PDF': { content: refusedPhotoFiles.PDF, name: 'a.pdf', type: 'application/pdf' },
  'a PDF that calls itself HEIC': { content: refusedPhotoFiles.PDF, name: 'a.heic', type: 'image/heic' },
  'a ZIP': { content: zip, name: 'a.zip', type: 'application/zip' },
  'a ZIP with a JPEG behind it': { content: bytesOf(zip, jpeg), name: 'a.jpg', type: 'image/jpeg' },
  'a program': {
    content: bytesOf('MZ', new Uint8Array(64), 'PE\0\0'),
    name: 'a.exe',
    type: 'application/octet-stream',
  },
  'an ELF program': { content: bytesOf('\x7fELF\x02\x01\x01', new Uint8Array(64)), name: 'a', type: 'image/jpeg' },
  'a shell script': { content: bytesOf('#!/bin/sh\nid'), name: 'a.sh', type: 'image/gif' },
  'nothing at all': { content: new Uint8Array(), name: 'a.jpg', type: 'image/jpeg' },
  'one byte': { content: refusedPhotoFiles['one byte'], name: 'a.jpg', type: 'image/jpeg' },
  'half the mark of a PNG': { content: png.subarray(0, 4), name: 'a.png', type: 'image/png' },
  'an icon': { content: bytesOf([0, 0, 1, 0, 1, 0], new Uint8Array(40)), name: 'a.ico', type: 'image/x-icon' },
  'a TIFF': { content: refusedPhotoFiles.TIFF, name: 'a.tiff', type: 'image/tiff' },
  'a BMP': { content: refusedPhotoFiles.BMP, name: 'a.bmp', type: 'image/bmp' },
  'a HEIC': { content: refusedPhotoFiles.HEIC, name: 'a.heic', type: 'image/heic' },
  'an AVIF': { content: refusedPhotoFiles.AVIF, name: 'a.heic', type: 'image/heic' },
  'a film': { content: film, name: 'a.heic', type: 'image/heic' },
  'a WebP': { content: refusedPhotoFiles.WebP, name: 'a.webp', type: 'image/webp' },
  'a GIF': { content: refusedPhotoFiles.GIF, name: 'a.gif', type: 'image/gif' },
  'a GIF that is a script': {
    content: bytesOf('GIF89a/*', new Uint8Array(8), '*/=1;alert(1)'),
    name: 'a.gif',
    type: 'image/gif',
  },
}

/** Files that begin like a picture but are incomplete, damaged or of a kind that is not accepted. */
const broken: Record<string, Uint8Array> = {
  'a JPEG that is only its start': refusedPhotoFiles['the start of a JPEG'],
  'a JPEG that breaks off in its tables': jpeg.subarray(0, 100),
  'a JPEG that breaks off in its scan': jpeg.subarray(0, -20),
  'a JPEG without its last byte': jpeg.subarray(0, -1),
  'a JPEG without a scan': bytesOf(jpeg.subarray(0, placeOf(jpeg, start.scan)), [0xff, 0xd9]),
  'a JPEG whose scan is empty': bytesOf(jpeg.subarray(0, placeOf(jpeg, start.scan) + 14), [0xff, 0xd9]),
  'a JPEG without a frame': withInsertedBytes(scanOf(jpeg), 0, jpeg.subarray(0, 2)),
  'a JPEG of two frames': withInsertedBytes(jpeg, 2, jpegSegment(0xc0, [8, 0, 2, 0, 2, 1, 1, 0x11, 0])),
  'a JPEG of arithmetic coding': changed(jpeg, placeOf(jpeg, start.frame) + 1, [0xc9]),
  'a lossless JPEG': changed(jpeg, placeOf(jpeg, start.frame) + 1, [0xc3]),
  'a hierarchical JPEG': changed(jpeg, placeOf(jpeg, start.frame) + 1, [0xc5]),
  'a JPEG of 12 bits': changed(jpeg, placeOf(jpeg, start.frame) + 4, [12]),
  'a JPEG of 65,500 by 65,500': changed(jpeg, placeOf(jpeg, start.frame) + 5, [0xff, 0xdc, 0xff, 0xdc]),
  'a JPEG whose height comes later': changed(jpeg, placeOf(jpeg, start.frame) + 5, [0, 0]),
  'a JPEG of no width': changed(jpeg, placeOf(jpeg, start.frame) + 7, [0, 0]),
  'a JPEG of two components': changed(jpeg, placeOf(jpeg, start.frame) + 9, [2]),
  'a JPEG with a table longer than it says': changed(jpeg, placeOf(jpeg, start.quantisation) + 3, [66]),
  'a JPEG with a picture inside its picture': withInsertedBytes(jpeg, placeOf(jpeg, start.scan), jpeg),
  'a JPEG with a text between its segments': withInsertedBytes(jpeg, 2, bytesOf(script)),
  'a JPEG of a hundred scans': withInsertedBytes(progressive, -2, ...Array.from({ length: 100 }, () => scanOf(jpeg))),
  'a JPEG that restarts unannounced': withInsertedBytes(jpeg, -2, Buffer.from([0xff, 0xd0, 0])),
  'a JPEG that restarts out of turn': withInsertedBytes(
    withInsertedBytes(jpeg, -2, Buffer.from([0xff, 0xd1, 0])),
    2,
    jpegSegment(0xdd, [0, 1]),
  ),
  'a JPEG of a second picture alone': bytesOf(jpeg.subarray(0, 2), jpeg),
  'a PNG that is only its mark': png.subarray(0, 8),
  'a PNG that breaks off in its pixels': png.subarray(0, -30),
  'a PNG without its last byte': png.subarray(0, -1),
  'a PNG without pixels': pngOf(twoByTwo),
  'a PNG of 50,000 by 50,000': pngOf([0, 0, 0xc3, 0x50, 0, 0, 0xc3, 0x50, 8, 2, 0, 0, 0], rightPixels),
  'a PNG of no height': pngOf([0, 0, 0, 2, 0, 0, 0, 0, 8, 2, 0, 0, 0], rightPixels),
  'a PNG of a depth that there is not': pngOf([0, 0, 0, 2, 0, 0, 0, 2, 4, 2, 0, 0, 0], rightPixels),
  'a PNG with a wrong sum of its header': changed(png, 20, [png.readUInt8(20) ^ 1]),
  'a PNG with a wrong sum of its pixels': changed(png, png.length - 14, [png.readUInt8(png.length - 14) ^ 1]),
  'a PNG with a wrong sum of a text': changed(withInsertedBytes(png, 33, pngChunk('tEXt', 'a\0b')), 43, [0]),
  'a PNG whose pixels swell to fifty megabytes': pngOf(twoByTwo, pngChunk('IDAT', bomb)),
  'a PNG with too few pixels': pngOf(twoByTwo, pngChunk('IDAT', pixels(7))),
  'a PNG with a page behind its pixels, among them': pngOf(twoByTwo, pngChunk('IDAT', pixels(14), script)),
  'a PNG whose pixels are a page': pngOf(twoByTwo, pngChunk('IDAT', script)),
  'a PNG whose pixels come in two places': pngOf(twoByTwo, rightPixels, pngChunk('tEXt', 'a\0b'), rightPixels),
  'a PNG without its palette': pngOf([0, 0, 0, 2, 0, 0, 0, 2, 8, 3, 0, 0, 0], pngChunk('IDAT', pixels(6))),
  'a PNG with a chunk that must be understood': pngOf(twoByTwo, pngChunk('CgBI', [0]), rightPixels),
  'a PNG whose end says more': bytesOf(png.subarray(0, -12), pngChunk('IEND', script)),
}

/** Pictures that carry something else as well: a page, a script, another file, metadata, more frames, or a harmful name. */
const disguised: Record<string, readonly [PictureType, Uint8Array]> = {
  'a JPEG that is a page too': ['image/jpeg', bytesOf(jpeg, script)],
  'a JPEG with a page in a comment': ['image/jpeg', withInsertedBytes(jpeg, 2, jpegSegment(0xfe, `<html>${script}`))],
  'a JPEG with a ZIP behind it': ['image/jpeg', bytesOf(jpeg, zip)],
  'a JPEG with a film behind it': ['image/jpeg', bytesOf(jpeg, film, script)],
  'a JPEG of several pictures': [
    'image/jpeg',
    bytesOf(
      withInsertedBytes(jpeg, 2, jpegSegment(0xe2, 'MPF\0')),
      withInsertedBytes(jpeg, 2, jpegSegment(0xfe, script)),
    ),
  ],
  'a JPEG with a script and a place in its EXIF': ['image/jpeg', fileWithExtras(plainPicture('jpeg baseline'), 6)],
  'a progressive JPEG with XMP': ['image/jpeg', fileWithExtras(plainPicture('jpeg progressive'))],
  'a CMYK JPEG with XMP': ['image/jpeg', fileWithExtras(plainPicture('jpeg CMYK without one'))],
  'a JPEG with a script for a profile': [
    'image/jpeg',
    withInsertedBytes(jpeg, 2, jpegSegment(0xe2, 'ICC_PROFILE\0\x01\x01', script)),
  ],
  'a JPEG under a name of headers': ['image/jpeg', jpeg],
  'a PNG with a page behind it': ['image/png', bytesOf(png, script)],
  'a PNG with a page in its text': ['image/png', withInsertedBytes(png, 33, pngChunk('tEXt', `Comment\0${script}`))],
  'a PNG with a script and a place in its EXIF': ['image/png', fileWithExtras(plainPicture('png true colour'), 6)],
  'a PNG with a text that swells to fifty megabytes': [
    'image/png',
    withInsertedBytes(png, 33, pngChunk('zTXt', 'Hidden\0\0', bomb)),
  ],
  'a PNG with a profile that swells to fifty megabytes': [
    'image/png',
    withInsertedBytes(png, 33, pngChunk('iCCP', 'Hidden\0\0', bomb)),
  ],
  'a PNG that moves': ['image/png', animatedPng()],
  'a PNG of 16 bits with XMP': ['image/png', fileWithExtras(plainPicture('png of 16 bits'))],
  'an interlaced PNG with XMP': ['image/png', fileWithExtras(plainPicture('png interlaced'))],
  'a PNG under a name of folders': ['image/png', png],
}

const namesOf: Record<string, string> = {
  'a JPEG under a name of headers': '"; filename="a.html\r\nContent-Type: text/html',
  'a PNG under a name of folders': '../../tenants/a.svg',
}

/** Files that an attacker sends instead of a photo. */
export const hostileFiles: Record<string, HostileFile> = {
  ...strangers,
  ...Object.fromEntries(
    Object.entries(broken).map(([what, content]) => [what, { content, name: 'a.jpg', type: 'image/jpeg' }]),
  ),
  ...Object.fromEntries(
    Object.entries(disguised).map(([what, [shownAs, content]]) => [
      what,
      { content, name: namesOf[what] ?? 'a.html', type: 'text/html', shownAs },
    ]),
  ),
}
