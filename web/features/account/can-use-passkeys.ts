/**
 * Whether passkeys can be used here: the browser must support them, and the page must have been opened by a domain name, because
 * passkeys are bound to one. A page that was opened by an IP address cannot use them.
 */
export const canUsePasskeys = () =>
  'PublicKeyCredential' in globalThis && !/^[\d.]+$|^\[/.test(globalThis.location.hostname)
