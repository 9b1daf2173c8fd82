import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Locator, type Page } from '@playwright/test'
import { expectNamed } from './expect-named.ts'
import { expectNoSideways } from './support.ts'
import { noteLeaving } from './watched-focus.ts'
import { test } from './watched-test.ts'

/** Half a megabyte, which a page that stays open needs once. */
const axeOf = async (page: Page) =>
  new AxeBuilder({ page, ...((await page.evaluate(() => 'axe' in window)) && { axeSource: ';' }) }).setLegacyMode()

/** Everything that axe finds, even the minor, and where. To name each element that passes takes longer than the rules. */
async function foundBy(axe: AxeBuilder, options: Parameters<AxeBuilder['options']>[0] = {}) {
  const { violations } = await axe.options({ ...options, resultTypes: ['violations'] }).analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
}

const expectAxeSilent = async (page: Page) =>
  expect(await foundBy(await axeOf(page), { rules: { 'target-size': { enabled: true } } })).toEqual([])

/** In the other theme, what axe looks at of colours: a theme is colours and nothing else (tests/web/theme.test.ts). */
async function expectContrastInTheOther(page: Page) {
  const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches)
  await page.emulateMedia({ colorScheme: isDark ? 'light' : 'dark' })
  expect(await foundBy(await axeOf(page), { runOnly: ['color-contrast', 'link-in-text-block'] })).toEqual([])
  await page.emulateMedia({ colorScheme: isDark ? 'dark' : 'light' })
}

/** What goes on longer than a hundredth of a second, though stillness is asked for. */
const whatMoves = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('*')]
      .filter((element) => {
        const { animationName, transitionDuration } = getComputedStyle(element)
        return animationName !== 'none' || !/^(0s|0\.01s|10ms)(, |$)/.test(transitionDuration)
      })
      .map((element) => element.className),
  )

interface Size {
  width: number
  height: number
}

/** What stands out of the page or of its dialog, or loses some of its text at an edge. */
const whatIsCut = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('html, body :not(.unseen, input, select, option, textarea, canvas)')]
      .filter((element) => {
        const { overflowX, overflowY } = getComputedStyle(element)
        const isWider = element.scrollWidth > element.clientWidth + 1
        const isHigher = element.scrollHeight > element.clientHeight + 2
        if (element.clientWidth < 2 || !element.checkVisibility()) return false
        const cutsAcross = overflowX !== 'visible' || element === document.documentElement
        return (isWider && cutsAcross) || (isHigher && overflowY === 'hidden')
      })
      .map((element) => `${element.tagName} ${element.className}: ${element.textContent.slice(0, 40)}`),
  )

/** In text of twice the size. The page hears of another font size with the next change of its window. */
async function expectRoomForLargeText(page: Page, window: Size) {
  const browser = await page.context().newCDPSession(page)
  const textOf = (standard: number) => browser.send('Page.setFontSizes', { fontSizes: { standard } })
  await textOf(32)
  await page.setViewportSize({ ...window, width: window.width - 1 })
  await expect.poll(() => whatIsCut(page)).toEqual([])
  await textOf(16)
  await browser.detach()
}

/** Zoomed to twice the size, or to the 320 pixels of a small phone. */
async function expectRoomAtTwice(page: Page, { width, height }: Size) {
  await page.setViewportSize({ width: Math.max(width / 2, 320), height: height / 2 })
  await expect.poll(() => whatIsCut(page)).toEqual([])
}

/** Applies the spacing of WCAG 1.4.12. As a constructed sheet, because the page's policy refuses any other. */
const spaceOut = (page: Page) =>
  page.evaluate(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(
      '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }' +
        'p { margin-bottom: 2em !important }',
    )
    document.adoptedStyleSheets = [sheet]
  })

/** Comboboxes and selects whose text is wider than their box. A select does not tell: one with the chosen option alone does. */
const whatIsClipped = (page: Page) =>
  page.evaluate(() => {
    function isWiderAlone(select: HTMLSelectElement) {
      const alone = document.createElement('select')
      alone.className = select.className
      for (const option of select.selectedOptions) alone.append(option.cloneNode(true))
      Object.assign(alone.style, { position: 'absolute', width: 'max-content' })
      select.after(alone)
      const width = alone.offsetWidth
      alone.remove()
      return width > select.offsetWidth + 1
    }
    return [...document.querySelectorAll<HTMLInputElement | HTMLSelectElement>('input[role=combobox], select')]
      .filter((choice) => choice.checkVisibility())
      .filter((choice) =>
        choice instanceof HTMLSelectElement ? isWiderAlone(choice) : choice.scrollWidth > choice.clientWidth + 1,
      )
      .map((choice) => `${choice.ariaLabel ?? choice.name}: ${choice.value}`)
  })

/** Widely spaced text is not cut, at a phone's width, at a tablet's and at the window's. */
async function expectRoomForSpacedText(page: Page, window: Size) {
  await spaceOut(page)
  for (const width of new Set([390, Math.min(window.width, 1024), window.width])) {
    await page.setViewportSize({ ...window, width })
    await expect.poll(() => whatIsCut(page)).toEqual([])
    expect(await whatIsClipped(page)).toEqual([])
  }
  await page.evaluate(() => {
    document.adoptedStyleSheets = []
  })
}

/** At 400 % of 1280 × 1024, nothing is cut, and nothing fixed takes more than a tenth of the window. */
async function expectRoomAtFourTimes(page: Page) {
  await page.setViewportSize({ width: 320, height: 256 })
  await expect.poll(() => whatIsCut(page)).toEqual([])
  const held = await page.evaluate(() =>
    [...document.querySelectorAll('body *')]
      .filter((part) => part.checkVisibility() && /fixed|sticky/.test(getComputedStyle(part).position))
      .filter(
        (part) => !part.matches('dialog, [popover], th') && part.getBoundingClientRect().height > innerHeight / 10,
      )
      .map((part) => part.className),
  )
  expect(held).toEqual([])
}

/** At every size that it may get. From one to the next, because each change of the window lays all of the page out anew. */
async function expectRoom(page: Page) {
  const window = page.viewportSize() ?? { width: 0, height: 0 }
  await expectRoomForLargeText(page, window)
  await expectRoomAtTwice(page, window)
  await expectRoomAtFourTimes(page)
  if (process.env.PROOF) await expectRoomForSpacedText(page, window)
  await page.setViewportSize(window)
}

/** In a contrast theme of the system, which removes all colours, what is chosen still differs from the rest. */
async function expectStatesWithoutColour(page: Page) {
  await page.emulateMedia({ forcedColors: 'active' })
  const alike = await page.evaluate(() => {
    const shapeOf = (part: Element) => {
      const { borderBottomWidth, outlineStyle, fontWeight, textDecorationLine } = getComputedStyle(part)
      return [borderBottomWidth, outlineStyle, fontWeight, textDecorationLine].join()
    }
    return [
      ...document.querySelectorAll(
        '[aria-selected=true], [aria-pressed=true], [aria-current]:not([aria-current=false])',
      ),
    ]
      .filter((chosen) => chosen.checkVisibility())
      .flatMap((chosen) => {
        const other = [
          ...(chosen.closest('[role=tablist], [role=listbox], ol, nav, div')?.querySelectorAll(chosen.tagName) ?? []),
        ].find(
          (one) =>
            one !== chosen &&
            one.getAttribute('role') === chosen.getAttribute('role') &&
            !one.matches('[aria-selected=true], [aria-pressed=true], [aria-current]'),
        )
        return other && shapeOf(other) === shapeOf(chosen) ? [chosen.textContent] : []
      })
  })
  expect(alike).toEqual([])
  await page.emulateMedia({ forcedColors: 'none' })
}

/** More than any screen has but lists, whose rows are all alike. */
const stopsAtMost = 50

/** Puts the keyboard before the first stop of the page, or of the dialog over it. */
const toTheStart = (page: Page) =>
  page.evaluate(() => {
    const start = document.createElement('span')
    start.tabIndex = -1
    start.addEventListener('focusout', () => setTimeout(() => start.remove()))
    const dialogs = document.querySelectorAll('dialog[open]')
    ;(dialogs[dialogs.length - 1] ?? document.body).prepend(start)
    start.focus()
  })

/** One step of Tab: where it has led, and what is wrong with that. */
const step = (page: Page, past: readonly string[]) =>
  page.evaluate(async (paths) => {
    const stop = document.activeElement
    if (!stop || stop === document.body) return
    const pathOf = (element: Element): string =>
      element.parentElement
        ? `${pathOf(element.parentElement)}/${[...element.parentElement.children].indexOf(element)}`
        : ''
    const path = pathOf(stop)
    if (path === paths[0]) return
    const isSeen = () => {
      const { left, top, right, bottom } = stop.getBoundingClientRect()
      const [x, y] = [(left + right) / 2, (top + bottom) / 2]
      const points = [
        [x, y],
        [left + 3, y],
        [right - 3, y],
        [x, top + 3],
        [x, bottom - 3],
      ] as const
      return points.some(([across, down]) => stop.contains(document.elementFromPoint(across, down)))
    }
    // What has the focus comes into sight with one of the next frames.
    for (let frame = 0; frame < 20 && !isSeen(); frame++) await new Promise(requestAnimationFrame)
    const { outlineStyle, outlineWidth } = getComputedStyle(stop)
    // A date is typed in parts, each a stop of its own with a mark of the browser's.
    const isNextPart = path === paths.at(-1) && stop.matches('[type=date]')
    const wrong = [
      !isSeen() && 'is covered or out of sight',
      !isNextPart &&
        (outlineStyle === 'none' || Number.parseFloat(outlineWidth) < 2) &&
        'does not show that it is meant',
      !isNextPart && paths.includes(path) && 'holds the keyboard back',
      stop instanceof HTMLElement && stop.tabIndex > 0 && 'comes out of turn',
    ].filter(Boolean)
    return { path, fault: wrong.length > 0 ? `${stop.outerHTML.slice(0, 120)} ${wrong.join(', ')}` : undefined }
  }, past)

/** Tab leads through everything to the end, and each stop shows itself. */
async function expectKeyboardThrough(page: Page) {
  const paths: string[] = []
  await toTheStart(page)
  while (paths.length < stopsAtMost) {
    // Not by a press, around which the focus is watched: each step looks at it anyway.
    await page.keyboard.down('Tab')
    await page.keyboard.up('Tab')
    const stop = await step(page, paths)
    if (!stop) break
    expect(stop.fault).toBeUndefined()
    paths.push(stop.path)
  }
  await noteLeaving(page)
  expect(paths.length).toBeGreaterThan(0)
}

/**
 * Of the screen that shows `mark`: `titled` like every page of the app unless told otherwise, named, headed once, inside the screen's width, and fit for everybody. In every run in one theme,
 * in the proof also in the other, without colours, with its text spaced out, and by keys.
 */
export async function expectGood(page: Page, mark: string | RegExp, { titled = /. · Carelane$/ } = {}) {
  await test.step(String(mark), async () => {
    await expect(page.getByText(mark).filter({ visible: true }).first()).toBeVisible()
    await expect(page).toHaveTitle(titled)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    expect(await page.locator('h1').filter({ visible: true }).count()).toBe(1)
    await expectNoSideways(page)
    await expectNamed(page)
    await expectAxeSilent(page)
    expect(await whatMoves(page)).toEqual([])
    await expectRoom(page)
    if (!process.env.PROOF) return
    await expectKeyboardThrough(page)
    await expectContrastInTheOther(page)
    await expectStatesWithoutColour(page)
  })
}

/** A sheet of letter paper between its margins, in pixels. */
const paper = { width: 720, height: 960 }

/** What is only printed: it stands alone on the sheet, which cuts nothing of it, and is dark ink whatever the screen's colours are. */
export async function expectGoodOnPaper(page: Page, sheet: Locator) {
  await test.step('on paper', async () => {
    const window = page.viewportSize() ?? paper
    const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches)
    const inkOf = () =>
      sheet.evaluate((whole) => {
        const parts = [whole, ...whole.querySelectorAll('*')].map((part) => getComputedStyle(part))
        const colours = parts.flatMap(({ color, backgroundColor, borderColor }) => [
          color,
          backgroundColor,
          borderColor,
        ])
        return [...new Set([getComputedStyle(document.body).backgroundColor, ...colours])].sort()
      })
    await page.setViewportSize(paper)
    await page.emulateMedia({ media: 'print', colorScheme: 'light' })
    await expect(sheet).toBeVisible()
    expect(await page.locator('body > *').filter({ visible: true }).count()).toBe(1)
    const ink = await inkOf()
    const lines = (cells: Element[]) => [...new Set(cells.map((cell) => getComputedStyle(cell).borderWidth))]
    expect(await sheet.locator('th, td').evaluateAll(lines)).toHaveLength(1)
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(await inkOf()).toEqual(ink)
    await page.emulateMedia({ forcedColors: 'active' })
    await expect(sheet).toBeVisible()
    await page.emulateMedia({ forcedColors: 'none' })
    await expect.poll(() => whatIsCut(page)).toEqual([])
    await spaceOut(page)
    await expect.poll(() => whatIsCut(page)).toEqual([])
    await page.evaluate(() => {
      document.adoptedStyleSheets = []
    })
    await page.emulateMedia({ media: 'screen', colorScheme: isDark ? 'dark' : 'light' })
    await page.setViewportSize(window)
  })
}
