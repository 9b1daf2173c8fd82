/** Uses the app from inside its page, so that hundreds of screens take as long as a few page loads. */
interface Driver {
  /** Navigates as a link would. `state` is the router state. */
  open(path: string, state?: object): void
  /** Presses the button with this name as soon as it is enabled, in the top dialog if one is open. */
  press(name: string): Promise<void>
  /** Replaces the text of the field whose label begins with this text. */
  type(label: string, text: string): Promise<void>
  /** Resolves when all of the texts are visible, as text or in a field, in the dialog if one is open. */
  read(...texts: string[]): Promise<void>
  /** Closes the top dialog. */
  close(): Promise<void>
}

declare global {
  interface Window {
    driver: Driver
  }
}

/** Installs `window.driver`. This runs in the page before the page's own code, so it must not refer to anything outside itself. */
export function installPageDriver() {
  const patienceMs = 20_000
  const dialogs = () => [...document.querySelectorAll<HTMLElement>('dialog[open]')]
  const top = () => dialogs().at(-1) ?? document.body

  async function until<T>(what: () => string, look: () => T | undefined | false): Promise<T> {
    const end = performance.now() + patienceMs
    for (;;) {
      const found = look()
      if (found !== undefined && found !== false) return found
      if (performance.now() > end) throw new Error(`${location.pathname}: ${what()}`)
      await new Promise(requestAnimationFrame)
    }
  }

  const nameOf = (button: Element) => button.getAttribute('aria-label') ?? button.textContent?.trim()
  const fields = () => [...top().querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea')]

  const missing = (texts: string[]) => {
    const shown = [top().textContent, ...fields().map(({ value }) => value)]
    return texts.filter((text) => !shown.some((part) => part?.includes(text)))
  }

  window.driver = {
    open(path, state) {
      history.pushState({ usr: state }, '', path)
      dispatchEvent(new PopStateEvent('popstate', { state: history.state }))
    },
    async press(name) {
      const button = await until(
        () => `no button ${name}`,
        () =>
          [...top().querySelectorAll<HTMLButtonElement>('button:not([aria-disabled=true])')].find(
            (one) => nameOf(one) === name,
          ),
      )
      button.click()
    },
    async type(label, text) {
      const field = await until(
        () => `no field ${label}`,
        () => fields().find(({ labels }) => labels?.[0]?.textContent?.startsWith(label)),
      )
      // React ignores the event if the value was set by the element's own setter, which React has replaced. So use the native one.
      const { prototype } = field instanceof HTMLInputElement ? HTMLInputElement : HTMLTextAreaElement
      Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, text)
      field.dispatchEvent(new Event('input', { bubbles: true }))
    },
    async read(...texts) {
      await until(
        () => `not read: ${missing(texts).join(' | ')}`,
        () => missing(texts).length === 0,
      )
    },
    async close() {
      const open = dialogs().length
      await window.driver.press('Close')
      await until(
        () => 'the dialog stays',
        () => dialogs().length < open,
      )
    },
  }
}
