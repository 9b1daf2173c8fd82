import { googleIdentity } from '#shared/api/google-identity.ts'

interface Elsewhere {
  mediaOrigins: readonly string[]
  /** Of the emulated Google, where it takes Google's place. */
  google?: string | undefined
}

/**
 * What every document carries, from CloudFront and from the local server alike. `mediaOrigins` are the origins that
 * presigned addresses point to: photos and signatures are shown from there, large photos posted there.
 */
export function securityHeaders({ mediaOrigins, google = googleIdentity }: Elsewhere): Record<string, string> {
  const media = mediaOrigins.join(' ')
  const policy = [
    `default-src 'none'`,
    `script-src 'self' ${google}/client`,
    `style-src 'self' ${google}/style`,
    // Attributes only, for Google's button: no style element or sheet gets in by it.
    `style-src-attr 'unsafe-inline'`,
    `font-src 'self'`,
    `img-src 'self' data: blob: ${media}`,
    `connect-src 'self' ${google}/ ${media}`,
    `frame-src ${google}/`,
    `manifest-src 'self'`,
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
    // Google's sign-in window must be able to answer its opener.
    'cross-origin-opener-policy': 'same-origin-allow-popups',
  }
}
