/** The part of the Google Identity Services API that this app uses. */
export interface GoogleIdentityServices {
  initialize: (options: { client_id: string; callback: (answer: { credential: string }) => void }) => void
  renderButton: (
    place: HTMLElement,
    look: { size: 'large'; text: 'signin_with' | 'continue_with'; width: number },
  ) => void
}

declare global {
  interface Window {
    google?: { accounts: { id: GoogleIdentityServices } }
  }
}

let loading: Promise<GoogleIdentityServices> | undefined

const load = (address: string) =>
  new Promise<GoogleIdentityServices>((resolve, reject) => {
    const script = document.createElement('script')
    script.src = address
    script.onload = () =>
      window.google ? resolve(window.google.accounts.id) : reject(new Error(`${address} is not Google’s script`))
    script.onerror = () => reject(new Error(`${address} did not come`))
    document.head.append(script)
  })

/**
 * Loads Google Identity Services from the script at `<url>/client`. Later calls return the same promise, unless loading has
 * failed.
 */
export function loadGoogleIdentityServices(url: string): Promise<GoogleIdentityServices> {
  loading ??= load(`${url}/client`).catch((error: unknown) => {
    loading = undefined
    throw error
  })
  return loading
}
