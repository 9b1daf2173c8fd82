import { deflateRawSync } from 'node:zlib'
import { noPictures, pictures } from './pictures.ts'

const script = '<script>alert(1)</script>'
const bytes = (...parts: (string | Uint8Array | number[])[]) =>
  new Uint8Array(
    Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part)))),
  )

/** A PNG that claims to have 50,000 by 50,000 pixels. */
const hugePng = () => {
  const png = Buffer.from(pictures['image/png'])
  png.writeUInt32BE(50_000, 16)
  png.writeUInt32BE(50_000, 20)
  return new Uint8Array(png)
}

interface HostileFile {
  content: Uint8Array<ArrayBuffer>
  name: string
  /** The type that its sender declares. */
  type: string
  /** The type that it may be shown as. Absent when it is refused. */
  shownAs?: keyof typeof pictures
}

const jpeg = pictures['image/jpeg']

/** Files that an attacker might send in place of a photo. */
export const hostileFiles: Record<string, HostileFile> = {
  'an SVG with a script': { content: noPictures.SVG, name: 'a.svg', type: 'image/svg+xml' },
  'an SVG that calls itself JPEG': { content: noPictures.SVG, name: 'a.jpg', type: 'image/jpeg' },
  'an SVG without a prolog': { content: bytes(`<svg onload="alert(1)">`), name: 'a.png', type: 'image/png' },
  'an HTML page': { content: noPictures.HTML, name: 'a.html', type: 'text/html' },
  'an HTML page that calls itself PNG': { content: bytes(`<html>${script}`), name: 'a.png', type: 'image/png' },
  'XHTML behind blanks': {
    content: bytes(`   \n<?xml version="1.0"?><html>${script}`),
    name: 'a.jpg',
    type: 'image/jpeg',
  },
  'XML with an entity': {
    content: bytes(`<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>`),
    name: 'a.xml',
    type: 'text/xml',
  },
  'a script': { content: bytes('alert(1)//'), name: 'a.js', type: 'text/javascript' },
  'a style sheet': { content: bytes('*{background:url(//a.example)}'), name: 'a.css', type: 'text/css' },
  'a PDF': { content: noPictures.PDF, name: 'a.pdf', type: 'application/pdf' },
  'a PDF that calls itself HEIC': { content: noPictures.PDF, name: 'a.heic', type: 'image/heic' },
  'a ZIP': { content: bytes('PK\x03\x04', deflateRawSync('a')), name: 'a.zip', type: 'application/zip' },
  'a program': { content: bytes('MZ', new Uint8Array(64), 'PE\0\0'), name: 'a.exe', type: 'application/octet-stream' },
  'an ELF program': { content: bytes('\x7fELF\x02\x01\x01', new Uint8Array(64)), name: 'a', type: 'image/jpeg' },
  'a shell script': { content: bytes('#!/bin/sh\nid'), name: 'a.sh', type: 'image/gif' },
  'nothing at all': { content: new Uint8Array(), name: 'a.jpg', type: 'image/jpeg' },
  'one byte': { content: noPictures['one byte'], name: 'a.jpg', type: 'image/jpeg' },
  'half the mark of a PNG': { content: pictures['image/png'].slice(0, 4), name: 'a.png', type: 'image/png' },
  'an icon': { content: bytes([0, 0, 1, 0, 1, 0], new Uint8Array(40)), name: 'a.ico', type: 'image/x-icon' },
  'a TIFF': { content: noPictures.TIFF, name: 'a.tiff', type: 'image/tiff' },
  'an AVIF': { content: noPictures.AVIF, name: 'a.heic', type: 'image/heic' },
  'a film': { content: bytes([0, 0, 0, 24], 'ftypisom', [0, 0, 0, 0], 'isommp42'), name: 'a.heic', type: 'image/heic' },
  'a JPEG that is a page too': {
    content: bytes(jpeg, script),
    name: 'a.html',
    type: 'text/html',
    shownAs: 'image/jpeg',
  },
  'a GIF that is a script too': {
    content: bytes('GIF89a/*', new Uint8Array(8), '*/=1;alert(1)'),
    name: 'a.gif.js',
    type: 'text/javascript',
    shownAs: 'image/gif',
  },
  'a PNG with a page in its text': {
    content: bytes(pictures['image/png'], script),
    name: 'a.png.svg',
    type: 'image/svg+xml',
    shownAs: 'image/png',
  },
  'a PNG of 50,000 by 50,000': { content: hugePng(), name: 'a.png', type: 'image/png', shownAs: 'image/png' },
  'a JPEG that breaks off': { content: jpeg.slice(0, 12), name: 'a.jpg', type: 'image/jpeg', shownAs: 'image/jpeg' },
  'a JPEG under a name of headers': {
    content: jpeg,
    name: '"; filename="a.html\r\nContent-Type: text/html',
    type: 'text/html',
    shownAs: 'image/jpeg',
  },
  'a WebP under a name of folders': {
    content: pictures['image/webp'],
    name: '../../tenants/a.svg',
    type: 'image/svg+xml',
    shownAs: 'image/webp',
  },
}
