/** Passkeys are bound to a domain name, so a page that was opened by an IP address cannot use them. */
export const canUsePasskeys = () =>
  'PublicKeyCredential' in globalThis && !/^[\d.]+$|^\[/.test(globalThis.location.hostname)
