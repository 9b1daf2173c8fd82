import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type * as z from 'zod/mini'
import type { Lazy } from '#shared/model/lazy.ts'
import { AppError } from '../failures/app-error.ts'
import { deriveKey, type SigningKeys } from './signing-keys.ts'

const macBytes = 12

/** The tenant, the list and the list's filters to which a cursor is bound. It cannot be used with any others. */
interface CursorScope<P = unknown> {
  tenantId: string
  list: string
  filters: unknown
  /**
   * The schema of this list's positions. It is needed because users may still have cursors of an earlier release, whose positions
   * may have another form.
   */
  position: Lazy<z.ZodMiniType<P>>
}

const unusableCursor = () =>
  new AppError('invalid', [{ loc: ['query', 'cursor'], msg: 'Invalid cursor', type: 'value_error' }])

type Binding = Omit<CursorScope, 'position'>

async function macOf(keys: SigningKeys, kid: string, text: string, { tenantId, list, filters }: Binding) {
  const key = await keys.find(kid)
  if (!key) throw unusableCursor()
  const scope = createHash('sha256')
    .update(JSON.stringify([tenantId, list, filters]))
    .digest('hex')
  return createHmac('sha256', deriveKey(key, 'cursor')).update(`${scope}.${text}`).digest().subarray(0, macBytes)
}

/**
 * Makes an opaque cursor that is bound to its scope. It has the form `kid.bytes`, where `bytes` is the MAC followed by the
 * position, in base64url.
 */
export async function sealCursor<P>(keys: SigningKeys, scope: CursorScope<P>, position: NoInfer<P>): Promise<string> {
  const { kid } = await keys.current()
  const text = JSON.stringify(position)
  const mac = await macOf(keys, kid, text, scope)
  return `${kid}.${Buffer.concat([mac, Buffer.from(text)]).toString('base64url')}`
}

/**
 * Reads the position from a cursor. Throws a 422 if the cursor is malformed or forged, or was made for another scope or by a
 * release whose positions have another form.
 */
export async function openCursor<P>(keys: SigningKeys, scope: CursorScope<P>, cursor: string): Promise<P> {
  const dot = cursor.lastIndexOf('.')
  const bytes = Buffer.from(cursor.slice(dot + 1), 'base64url')
  if (dot < 1 || bytes.length <= macBytes) throw unusableCursor()
  const text = bytes.subarray(macBytes).toString()
  const mac = await macOf(keys, cursor.slice(0, dot), text, scope)
  if (!timingSafeEqual(mac, bytes.subarray(0, macBytes))) throw unusableCursor()
  const opened = scope.position().safeParse(JSON.parse(text))
  if (!opened.success) throw unusableCursor()
  return opened.data
}
