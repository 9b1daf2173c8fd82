/** The start of the console message about a live region that is added together with its text. */
export const bornWithWordsComplaint = 'A live region is born with words:'

/**
 * Complains in the console about every element that has text already when it is added as a live region or becomes one: a screen
 * reader does not announce that text, but only text that is added later. This runs in the page before the page's own code.
 */
export function watchLiveRegions(complaint: string) {
  const regions = '[role=alert], [role=status], [role=log], [aria-live]:not([aria-live=off]), output'
  const complain = (region: Element) => {
    if (region.textContent.trim()) console.warn(`${complaint} ${region.outerHTML.slice(0, 200)}`)
  }
  new MutationObserver((records) => {
    for (const { type, target, addedNodes } of records) {
      if (type === 'attributes' && target instanceof Element && target.matches(regions)) complain(target)
      for (const node of addedNodes) {
        if (!(node instanceof Element)) continue
        if (node.matches(regions)) complain(node)
        for (const region of node.querySelectorAll(regions)) complain(region)
      }
    }
  }).observe(document, { childList: true, subtree: true, attributes: true, attributeFilter: ['role', 'aria-live'] })
}
