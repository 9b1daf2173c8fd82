/** Passkeys are bound to a name: a page that was opened by an IP address has none. */
export const canUsePasskeys = () =>
  'PublicKeyCredential' in globalThis && !/^[\d.]+$|^\[/.test(globalThis.location.hostname)
