let isReloading = false

/** Whether the page is left by `reload`: then nobody has to be asked, because forms keep what is typed. */
export const isReloaded = () => isReloading

/** Loads the page anew, in its newest release. */
export function reload() {
  isReloading = true
  location.reload()
}
