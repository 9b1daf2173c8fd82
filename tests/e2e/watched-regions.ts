/** The start of the console message about such a region. */
export const bornWithWords = 'A live region is born with words:'

/**
 * Runs in the page before the page's own code. A screen reader announces text that is added to a live region, but not text that the
 * region has when it is added itself.
 */
export function watchRegions(complaint: string) {
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
