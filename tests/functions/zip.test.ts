import { crc32, inflateRawSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { archiveEndOf, PackedFile } from '#functions/exports/zip.ts'
import { readZip } from '#tests/support/read-zip.ts'

test('files written in chunks are read back unchanged, with any name and content', () => {
  const texts = { 'deliveries-0001.jsonl': ['{"a":1}\n', 'ä😀\n'.repeat(70_000)], 'naïve-0001.jsonl': ['x'] }
  const finished = Object.entries(texts).map(([name, parts]) => {
    const file = new PackedFile()
    for (const part of parts) file.add(part)
    return file.finish(name)
  })
  const zip = Buffer.concat([...finished.map(({ bytes }) => bytes), archiveEndOf(finished.map(({ file }) => file))])
  const read = [...readZip(zip)].map(([name, packed]) => [name, inflateRawSync(packed).toString()])
  expect(read).toEqual(Object.entries(texts).map(([name, parts]) => [name, parts.join('')]))
  for (const { file } of finished)
    expect(file.crc).toBe(
      crc32(
        Object.entries(texts)
          .find(([name]) => name === file.name)?.[1]
          .join('') ?? '',
      ),
    )
})

test('beyond four gigabytes, the directory uses 64-bit offsets', () => {
  const large = { name: 'a', crc: 1, size: 5, packed: 0xf000_0000 }
  const directory = archiveEndOf([large, { ...large, name: 'b' }, { ...large, name: 'c' }])
  const startOf = (number: number) => BigInt(number) * BigInt(large.packed + 31)
  const entry = 46 + 1
  expect(directory.readUInt32LE(42)).toBe(0)
  expect(directory.readUInt32LE(entry + 42)).toBe(large.packed + 31)
  const third = 2 * entry
  expect(directory.readUInt32LE(third + 42)).toBe(0xffff_ffff)
  expect(directory.readBigUInt64LE(third + 46 + 1 + 4)).toBe(startOf(2))
  const end = directory.indexOf('PK\u0006\u0006')
  expect(directory.readBigUInt64LE(end + 48)).toBe(startOf(3))
  expect(directory.readBigUInt64LE(end + 56 + 8)).toBe(startOf(3) + BigInt(end))
  const plainEnd = directory.indexOf('PK\u0005\u0006')
  expect([directory.readUInt16LE(plainEnd + 10), directory.readUInt32LE(plainEnd + 16)]).toEqual([3, 0xffff_ffff])
})
