import { googleIdentityUrl } from '#shared/api/google-identity.ts'

interface Elsewhere {
  mediaOrigins: readonly string[]
  /** The URL of the simulated Google Identity Services, if they replace Google's. */
  google?: string | undefined
}

/**
 * Returns the security headers that both CloudFront and the local server add to responses. The recipient's page replaces two of
 * them with its own. `mediaOrigins` are the origins of presigned URLs, from which photos and signatures are loaded and to which
 * large photos are posted.
 */
export function securityHeaders({ mediaOrigins, google = googleIdentityUrl }: Elsewhere): Record<string, string> {
  const media = mediaOrigins.join(' ')
  const policy = [
    `default-src 'none'`,
    `script-src 'self' ${google}/client`,
    `style-src 'self' ${google}/style`,
    // Google's button needs style attributes. This allows them, but neither style elements nor style sheets.
    `style-src-attr 'unsafe-inline'`,
    `font-src 'self'`,
    `img-src 'self' data: blob: ${media}`,
    `connect-src 'self' ${google}/ ${media}`,
    `frame-src ${google}/`,
    `manifest-src 'self'`,
    `worker-src 'self'`,
    `form-action 'self'`,
    `base-uri 'none'`,
    `object-src 'none'`,
    `frame-ancestors 'none'`,
  ]
  return {
    'content-security-policy': policy.map((directive) => directive.trimEnd()).join('; '),
    'strict-transport-security': 'max-age=63072000; includeSubDomains',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin',
    'permissions-policy': 'camera=(self), geolocation=(), microphone=(), payment=(), usb=()',
    // Google's sign-in window must be able to answer the window that opened it.
    'cross-origin-opener-policy': 'same-origin-allow-popups',
  }
}
