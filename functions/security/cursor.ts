import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { AppError } from '../http/app-error.ts'
import { deriveKey, type SigningKeys } from './signing-keys.ts'

const macBytes = 12

/** What a cursor is bound to: it works for this tenant and this list with these filters, nowhere else. */
interface CursorScope {
  tenantId: string
  list: string
  filters: unknown
}

const unusableCursor = () =>
  new AppError('invalid', [{ loc: ['query', 'cursor'], msg: 'Unusable cursor', type: 'value_error' }])

async function macOf(keys: SigningKeys, kid: string, text: string, { tenantId, list, filters }: CursorScope) {
  const key = await keys.find(kid)
  if (!key) throw unusableCursor()
  const scope = createHash('sha256')
    .update(JSON.stringify([tenantId, list, filters]))
    .digest('hex')
  return createHmac('sha256', deriveKey(key, 'cursor')).update(`${scope}.${text}`).digest().subarray(0, macBytes)
}

/** Opaque and bound to its scope: `kid.mac+position`, base64url. */
export async function sealCursor(keys: SigningKeys, scope: CursorScope, position: unknown): Promise<string> {
  const { kid } = await keys.current()
  const text = JSON.stringify(position)
  const mac = await macOf(keys, kid, text, scope)
  return `${kid}.${Buffer.concat([mac, Buffer.from(text)]).toString('base64url')}`
}

/** The position, or 422 when the cursor was not made for this scope. */
export async function openCursor(keys: SigningKeys, scope: CursorScope, cursor: string): Promise<unknown> {
  const dot = cursor.lastIndexOf('.')
  const bytes = Buffer.from(cursor.slice(dot + 1), 'base64url')
  if (dot < 1 || bytes.length <= macBytes) throw unusableCursor()
  const text = bytes.subarray(macBytes).toString()
  const mac = await macOf(keys, cursor.slice(0, dot), text, scope)
  if (!timingSafeEqual(mac, bytes.subarray(0, macBytes))) throw unusableCursor()
  return JSON.parse(text)
}
