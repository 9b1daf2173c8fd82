import type { IncomingMessage, ServerResponse } from 'node:http'
import { createEmulator } from 'emulate'
import * as z from 'zod/mini'
import { serveLoopback } from '../loopback-server.ts'

export interface EmulatedGoogle {
  clientId: string
  issuer: string
  jwksUrl: string
  /** The address that replaces `https://accounts.google.com/gsi`. */
  identity: string
  close(): Promise<void>
}

const clientId = 'carelane-local.apps.googleusercontent.com'

/**
 * A stand-in for Google's script, with the part of `window.google.accounts.id` that the web app uses. Its button opens a window, in
 * which the issuer lets the user choose a person.
 */
const identityScript = `
(() => {
  const base = document.currentScript.src.replace(/\\/client$/, '')
  let options
  addEventListener('message', ({ origin, data }) => {
    if (origin === new URL(base).origin && data.credential) options.callback({ credential: data.credential })
  })
  const initialize = (given) => { options = given }
  const renderButton = (place, { width }) => {
    const button = document.createElement('button')
    button.type = 'button'
    button.textContent = 'Sign in with Google'
    button.style.cssText = 'height:40px;border:1px solid #747775;border-radius:4px;background:#fff;color:#1f1f1f;font-weight:500;cursor:pointer'
    button.style.width = width + 'px'
    button.onclick = () => open(base + '/choose?origin=' + encodeURIComponent(location.origin), 'google', 'width=480,height=640')
    place.replaceChildren(button)
  }
  window.google = { accounts: { id: { initialize, renderButton } } }
})()`

/**
 * Emulates Google: an issuer that signs ID tokens for the given people, and the script and the window that bring a token to the
 * page with the sign-in button. The window offers these people, and the issuer's own test user, who has no account in Carelane.
 */
export async function startGoogle(people: readonly { email: string; full_name: string }[]): Promise<EmulatedGoogle> {
  const users = people.map(({ email, full_name }) => ({ email, name: full_name }))
  const issuer = await createEmulator({ service: 'google', port: 0, seed: { google: { users } } })
  const server = await serveLoopback(serve, 0)
  const chosen = `${server.origin}/gsi/chosen`

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
    const parameter = (name: string) => searchParams.get(name) ?? ''
    if (pathname === '/gsi/client') {
      response.writeHead(200, { 'content-type': 'text/javascript' }).end(identityScript)
    } else if (pathname === '/gsi/choose') {
      const query = { client_id: clientId, redirect_uri: chosen, response_type: 'code', scope: 'openid email profile' }
      const location = `${issuer.url}/o/oauth2/v2/auth?${new URLSearchParams({ ...query, state: parameter('origin') })}`
      response.writeHead(302, { location }).end()
    } else if (pathname === '/gsi/chosen') {
      const answer = inScript([{ credential: await exchange(parameter('code')) }, parameter('state')])
      response.writeHead(200, { 'content-type': 'text/html' })
      response.end(`<!doctype html><title>Signed in</title><script>opener.postMessage(...${answer}); close()</script>`)
    } else {
      response.writeHead(404).end()
    }
  }

  async function exchange(code: string): Promise<string> {
    const body = new URLSearchParams({
      code,
      client_id: clientId,
      redirect_uri: chosen,
      grant_type: 'authorization_code',
    })
    const answer = await fetch(`${issuer.url}/oauth2/token`, { method: 'POST', body })
    return z.object({ id_token: z.string() }).parse(await answer.json()).id_token
  }

  return {
    clientId,
    issuer: issuer.url,
    jwksUrl: `${issuer.url}/oauth2/v3/certs`,
    identity: `${server.origin}/gsi`,
    async close() {
      await server.close()
      await issuer.close()
    },
  }
}

const inScript = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c')
