import { gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { compressAnswer } from '#functions/http/compress-answer.ts'

const long = JSON.stringify(Array.from({ length: 200 }, (_, i) => ({ id: i, patient_name: 'Grace Hopper' })))
const answer = (body: string) => ({ statusCode: 200, headers: { 'content-type': 'application/json' }, body })

describe('a long response', () => {
  test.each(['gzip', 'br, gzip', 'deflate, GZIP;q=0.5', '*'])(
    'is compressed for clients that accept %s',
    (accepted) => {
      const { headers, body = '', isBase64Encoded } = compressAnswer(answer(long), accepted)
      expect(headers).toEqual({
        'content-type': 'application/json',
        'content-encoding': 'gzip',
        vary: 'accept-encoding',
      })
      expect(isBase64Encoded).toBe(true)
      const bytes = Buffer.from(body, 'base64')
      expect(gunzipSync(bytes).toString()).toBe(long)
      expect(bytes.length * 10).toBeLessThan(long.length)
    },
  )

  test.each([undefined, '', 'br', 'identity', 'gzip;q=0', 'xgzip', 'gzip;q=0.0, br'])(
    'is not compressed for %j',
    (accepted) => {
      expect(compressAnswer(answer(long), accepted)).toEqual({
        ...answer(long),
        headers: { 'content-type': 'application/json', vary: 'accept-encoding' },
      })
    },
  )
})

test('short and empty responses are not compressed', () => {
  expect(compressAnswer(answer('{"detail":"Not found"}'), 'gzip')).toEqual(answer('{"detail":"Not found"}'))
  expect(compressAnswer({ statusCode: 204 }, 'gzip')).toEqual({ statusCode: 204 })
})
