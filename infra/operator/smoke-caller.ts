import * as auth from '#shared/api/auth.ts'
import type { Entry } from '#shared/api/contract.ts'

/** Thrown if a part of the product does not work. */
export class SmokeCheckError extends Error {}

interface Sending {
  params?: Record<string, string>
  query?: Record<string, string>
  body?: unknown
}

export type SmokeCaller = ReturnType<typeof openSmokeCaller>

const timeoutMs = 15_000

/** Returns functions that call a product as the web app does. */
export function openSmokeCaller(origin: string) {
  let tokens: { access_token: string; refresh_token: string } | undefined

  async function ask(method: string, path: string, body?: unknown) {
    const headers = {
      ...(tokens && { authorization: `Bearer ${tokens.access_token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    }
    const sent = body === undefined ? {} : { body: JSON.stringify(body) }
    const signal = AbortSignal.timeout(timeoutMs)
    try {
      const answer = await fetch(`${origin}${path}`, { method, headers, ...sent, signal, redirect: 'manual' })
      return { status: answer.status, headers: answer.headers, text: await answer.text() }
    } catch (error) {
      throw new SmokeCheckError(`${method} ${path} got no response (${error instanceof Error ? error.message : error})`)
    }
  }

  /**
   * Fetches a path that is not in the contract. Throws `SmokeCheckError` if there is no response, or if its status is not one of
   * `wanted`.
   */
  async function page(path: string, expected: readonly number[] = [200]) {
    const answer = await ask('GET', path)
    if (!expected.includes(answer.status)) throw new SmokeCheckError(`GET ${path} returned ${answer.status}`)
    return answer
  }

  /**
   * Calls an entry of the contract and returns the parsed body of the response, of the type `any`. Throws `SmokeCheckError` if
   * there is no response, or if its status is another.
   */
  async function expect(entry: Entry, status: number, { params = {}, query = {}, body }: Sending = {}) {
    const path = entry.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
    const search = new URLSearchParams(query)
    const answer = await ask(entry.method, search.size > 0 ? `${path}?${search}` : path, body)
    if (answer.status !== status)
      throw new SmokeCheckError(
        `${entry.method} ${entry.path} returned ${answer.status}, not ${status}: ${answer.text.slice(0, 200)}`,
      )
    return answer.text === '' ? undefined : JSON.parse(answer.text)
  }

  return {
    page,
    expect,
    async signIn(credentials: { email: string; password: string }) {
      tokens = await expect(auth.login, 200, { body: credentials })
      const { email } = await expect(auth.me, 200)
      if (email !== credentials.email) throw new SmokeCheckError(`it signs in ${email}`)
    },
    async signOut() {
      await expect(auth.logout, 204, { body: { refresh_token: tokens?.refresh_token } })
      // Signing out revokes the access token at once, although the token itself has not expired.
      await expect(auth.me, 401)
    },
  }
}
