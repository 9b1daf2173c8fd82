import { expect, type Page } from '@playwright/test'

/**
 * Returns one sentence for each visible control or row that confuses, for example a control without a name or a row without a
 * heading. If a dialog is open, only the top dialog is checked.
 */
const whatConfuses = (page: Page) =>
  page.evaluate(() => {
    const root = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body
    const seen = <E extends HTMLElement>(selector: string) =>
      [...root.querySelectorAll<E>(selector)].filter((element) => element.checkVisibility())
    const nameOf = (control: HTMLElement) => {
      const label = control.id && document.querySelector(`label[for="${CSS.escape(control.id)}"]`)
      return (control.ariaLabel ?? (label || control.closest('label') || control).textContent).trim()
    }
    /** Returns what tells a control apart for a screen reader's user: its element, its groups and its name. */
    const kindOf = (control: HTMLElement) => {
      const groups = []
      for (let at = control.closest('fieldset'); at; at = at.parentElement?.closest('fieldset') ?? null)
        groups.push(at.ariaLabel ?? at.querySelector('legend')?.textContent)
      return [control.tagName, ...groups, nameOf(control)].join(' | ')
    }
    const controls = seen('a[href], button, summary, input:not(.unseen), select, textarea').filter(
      // The cross in the head of a dialog may have the same name as a button below, because both do the same. The summaries of
      // folded entries, as in a log, may be equal as well.
      (control) => !control.closest('dialog > header') && control.tagName !== 'SUMMARY',
    )
    // Two links may have the same name if they lead to the same page.
    const alike = Map.groupBy(controls, kindOf)
    const twice = [...alike].filter(
      ([, [first, ...others]]) =>
        others.length > 0 &&
        !(
          first instanceof HTMLAnchorElement &&
          others.every((other) => other.getAttribute('href') === first.getAttribute('href'))
        ),
    )
    const unnamed = controls.filter((control) => nameOf(control) === '')
    const dead = seen('button:disabled')
    const hovered = seen('[title]').filter((element) => !element.matches('iframe'))
    const unmarked = seen<HTMLInputElement>('form :is(input, select, textarea)').filter(
      (field) =>
        !field.matches('[type=checkbox], [type=radio], [type=file], [aria-label], [readonly]') &&
        !field.required &&
        !field.labels?.[0]?.textContent.includes('(Optional)'),
    )
    // An open menu repeats the links of its row.
    const isInMenu = (link: Element) =>
      [...document.querySelectorAll('[aria-expanded=true]')].some((opener) =>
        document.getElementById(opener.getAttribute('aria-controls') ?? '')?.contains(link),
      )
    const rows = seen('tbody tr, li')
    const doubled = rows.flatMap((row) => {
      const stops = [...row.querySelectorAll<HTMLAnchorElement>('a[href]')].filter(
        (link) => link.checkVisibility() && link.tabIndex >= 0 && link.closest('tr, li') === row && !isInMenu(link),
      )
      return stops.filter((link, index) => stops.findIndex(({ href }) => href === link.href) !== index)
    })
    const headless = seen('tbody tr').filter(
      ({ children }) => children.length > 1 && ![...children].some((cell) => cell.matches('th[scope=row]')),
    )
    const complaints = (what: string, found: readonly HTMLElement[]) =>
      found.map((element) => `${what}: ${element.outerHTML.slice(0, 160)}`)
    return [
      ...twice.map(([name, { length }]) => `${length} of one name: ${name}`),
      ...complaints('has no name', unnamed),
      ...complaints('cannot be reached, nor says why', dead),
      ...complaints('says it to a mouse alone', hovered),
      ...complaints('does not say whether it has to be filled in', unmarked),
      ...complaints('is a second stop for one page', doubled),
      ...complaints('has no head', headless),
    ]
  })

/**
 * Expects that users who hear one control at a time, or speak its name, know which one it is and what it wants: names differ, rows
 * have headings, fields say whether they may stay empty, and a control that cannot be used says why.
 */
export async function expectNamedControls(page: Page) {
  expect(await whatConfuses(page)).toEqual([])
}
