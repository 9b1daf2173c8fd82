import { expect, test } from 'vitest'
import { withoutServerSide } from '../../web/drop-documentation.ts'

const module = `import * as z from 'zod/mini'
import { completion } from '../model/completion.ts'
import { delivery, shape } from '../model/delivery.ts'
export const completeDelivery = entry({ ...shape, method: 'PATCH', path: '/p', access: 'public', body: completion, answer: delivery, success: 200, idempotent: true, versioned: true })
export const form = z.object({ body: z.string() })
`

test('a page keeps of an entry what a call reads, and imports nothing for the rest', () => {
  expect(withoutServerSide('module.ts', module).split('\n')).toEqual([
    `import * as z from 'zod/mini'`,
    '',
    `import { delivery, shape } from '../model/delivery.ts'`,
    `export const completeDelivery = entry({ ...shape, method: 'PATCH', path: '/p', access: 'public', answer: delivery, success: 200 })`,
    'export const form = z.object({ body: z.string() })',
    '',
  ])
})
