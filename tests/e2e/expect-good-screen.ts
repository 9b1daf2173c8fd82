import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Locator, type Page } from '@playwright/test'
import { expectNamedControls } from './expect-named-controls.ts'
import { expectNoSidewaysOverflow } from './support.ts'
import { noteFocusLeaving } from './watched-focus.ts'
import { test } from './watched-test.ts'

/**
 * Returns an accessibility checker (axe) for the page. Its script is half a megabyte, so a page that stays open loads it only once.
 */
const axeOf = async (page: Page) =>
  new AxeBuilder({ page, ...((await page.evaluate(() => 'axe' in window)) && { axeSource: ';' }) }).setLegacyMode()

/**
 * Runs axe and returns all violations that it finds, including minor ones, with their places. axe does not list the elements that
 * pass, because that would take longer than the rules themselves.
 */
async function foundBy(axe: AxeBuilder, options: Parameters<AxeBuilder['options']>[0] = {}) {
  const { violations } = await axe.options({ ...options, resultTypes: ['violations'] }).analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
}

const expectAxeSilent = async (page: Page) =>
  expect(await foundBy(await axeOf(page), { rules: { 'target-size': { enabled: true } } })).toEqual([])

/**
 * Expects that axe's colour rules find nothing in the other theme. The other rules need no second run, because a theme changes only
 * colours (tests/web/theme.test.ts).
 */
async function expectContrastInTheOther(page: Page) {
  const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches)
  await page.emulateMedia({ colorScheme: isDark ? 'light' : 'dark' })
  expect(await foundBy(await axeOf(page), { runOnly: ['color-contrast', 'link-in-text-block'] })).toEqual([])
  await page.emulateMedia({ colorScheme: isDark ? 'dark' : 'light' })
}

/**
 * Returns the classes of the elements that have an animation, or a transition longer than a hundredth of a second. With reduced
 * motion there must be none.
 */
const whatMoves = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('*')]
      .filter((element) => {
        const { animationName, transitionDuration } = getComputedStyle(element)
        return animationName !== 'none' || !/^((0s|0\.01s|10ms)(, |$))+$/.test(transitionDuration)
      })
      .map((element) => element.className),
  )

interface Size {
  width: number
  height: number
}

/**
 * Returns the elements whose content is too wide and therefore cut off or scrolled sideways, and those whose content is cut off
 * because it is too high.
 */
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

/** Expects that text of twice the size fits. The window is resized too, because the page notices a new font size only then. */
async function expectRoomForLargeText(page: Page, window: Size) {
  const browser = await page.context().newCDPSession(page)
  const textOf = (standard: number) => browser.send('Page.setFontSizes', { fontSizes: { standard } })
  await textOf(32)
  await page.setViewportSize({ ...window, width: window.width - 1 })
  await expect.poll(() => whatIsCut(page)).toEqual([])
  await textOf(16)
  await browser.detach()
}

/** Expects that nothing is cut off when the page is zoomed to 200 %, in a window that is then at least 320 pixels wide. */
async function expectRoomAtTwice(page: Page, { width, height }: Size) {
  await page.setViewportSize({ width: Math.max(width / 2, 320), height: height / 2 })
  await expect.poll(() => whatIsCut(page)).toEqual([])
}

/** Applies the text spacing of WCAG 1.4.12. It uses a constructed style sheet, because the page's policy refuses any other. */
const spaceOut = (page: Page) =>
  page.evaluate(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(
      '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }' +
        'p { margin-bottom: 2em !important }',
    )
    document.adoptedStyleSheets = [sheet]
  })

/**
 * Returns the comboboxes, selects and dates whose text is wider than their box. A select doesn't reveal that, so it is compared with
 * a copy that has only the chosen option. A date doesn't either, so its day is measured outside of it, beside its arrow.
 */
const whatIsClipped = (page: Page) =>
  page.evaluate(() => {
    function isWiderAlone(select: HTMLSelectElement) {
      const alone = document.createElement('select')
      alone.className = select.className
      for (const option of select.selectedOptions) alone.append(option.cloneNode(true))
      Object.assign(alone.style, { position: 'absolute', minWidth: '0', width: 'max-content' })
      select.after(alone)
      const width = alone.offsetWidth
      alone.remove()
      return width > select.offsetWidth + 1
    }
    function isWiderThanDate(input: HTMLInputElement) {
      const { font, letterSpacing, paddingLeft, paddingRight, fontSize } = getComputedStyle(input)
      const day = document.createElement('span')
      day.textContent = '00/00/0000'
      Object.assign(day.style, { position: 'absolute', font, letterSpacing })
      document.body.append(day)
      const [left = 0, right = 0, arrow = 0] = [paddingLeft, paddingRight, fontSize].map(Number.parseFloat)
      const isWider = left + day.offsetWidth + arrow + right > input.clientWidth + 1
      day.remove()
      return isWider
    }
    function isClipped(choice: HTMLInputElement | HTMLSelectElement) {
      if (choice instanceof HTMLSelectElement) return isWiderAlone(choice)
      return choice.type === 'date' ? isWiderThanDate(choice) : choice.scrollWidth > choice.clientWidth + 1
    }
    const choices = 'input[role=combobox], input[type=date], select'
    return [...document.querySelectorAll<HTMLInputElement | HTMLSelectElement>(choices)]
      .filter((choice) => choice.checkVisibility() && isClipped(choice))
      .map((choice) => `${choice.ariaLabel ?? choice.labels?.[0]?.textContent}: ${choice.value}`)
  })

/** Expects that widely spaced text is not cut off at the width of a phone, of a tablet, and of the window. */
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

/**
 * Expects that at 400 % zoom of 1280 × 1024 nothing is cut off, and that no fixed or sticky element is higher than a tenth of the
 * window. Dialogs, popovers and table headings may be.
 */
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

/**
 * Expects that the page fits at 400 % zoom, and in the proof also at 200 % zoom, with large text and with spaced text. The window
 * gets its first size back only at the end, because each change of size lays out the whole page again.
 */
async function expectRoom(page: Page) {
  const window = page.viewportSize() ?? { width: 0, height: 0 }
  if (process.env.PROOF) {
    await expectRoomForLargeText(page, window)
    await expectRoomAtTwice(page, window)
  }
  await expectRoomAtFourTimes(page)
  if (process.env.PROOF) await expectRoomForSpacedText(page, window)
  await page.setViewportSize(window)
}

/**
 * Expects that chosen items look different from the others even in a contrast theme of the operating system, which removes all
 * colours.
 */
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

/** The number of controls after which the check by keyboard ends. Only lists have more, and their rows are all alike. */
const stopsAtMost = 50

/** Moves the focus before the first control that Tab reaches on the page, or in the top dialog if one is open. */
const toTheStart = (page: Page) =>
  page.evaluate(() => {
    const start = document.createElement('span')
    start.tabIndex = -1
    start.addEventListener('focusout', () => setTimeout(() => start.remove()))
    const dialogs = document.querySelectorAll('dialog[open]')
    ;(dialogs[dialogs.length - 1] ?? document.body).prepend(start)
    start.focus()
  })

/**
 * Returns where the focus is after Tab was pressed, and what is wrong with that place. Returns undefined if the focus has left the
 * page or is back at its first control. `past` contains the places after the earlier presses.
 */
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
    const isSeenIn = ({ left, top, right, bottom }: DOMRect) => {
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
    // A link that wraps has a rectangle in each line.
    const isSeen = () => [...stop.getClientRects()].some(isSeenIn)
    // The focused element scrolls into view within the next frames.
    for (let frame = 0; frame < 20 && !isSeen(); frame++) await new Promise(requestAnimationFrame)
    const { outlineStyle, outlineWidth } = getComputedStyle(stop)
    // A field for a date or a time has several parts. Each is a stop of its own, which the browser marks itself.
    const isNextPart = path === paths.at(-1) && stop.matches('[type=date], [type=time]')
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

/**
 * Expects that Tab leads from control to control to the end of the page, or through `stopsAtMost` controls, and that the focus can
 * be seen at each.
 */
async function expectKeyboardThrough(page: Page) {
  const paths: string[] = []
  await toTheStart(page)
  while (paths.length < stopsAtMost) {
    // `down` and `up` replace `press` here: tests watch the focus around each `press`, and each step of this loop checks the focus
    // itself.
    await page.keyboard.down('Tab')
    await page.keyboard.up('Tab')
    const stop = await step(page, paths)
    if (!stop) break
    expect(stop.fault).toBeUndefined()
    paths.push(stop.path)
  }
  await noteFocusLeaving(page)
  // A few pages have no control at all, such as a recipient's page whose link has ended.
  const controls = await page.locator('a[href], button, input, select, textarea').count()
  expect(paths.length > 0).toBe(controls > 0)
}

/**
 * Checks the screen that shows the text `mark`: its title (like that of every page of the app, unless `titled` says otherwise), the
 * names of its controls, one main heading, accessibility, no motion, and room for its content at 400 % zoom, all in one theme. The
 * proof also checks 200 % zoom, large and spaced text, the keyboard, the other theme, and a screen without colors.
 */
export async function expectGoodScreen(page: Page, mark: string | RegExp, { titled = /. · Carelane$/ } = {}) {
  await test.step(String(mark), async () => {
    await expect(page.getByText(mark).filter({ visible: true }).first()).toBeVisible()
    await expect(page).toHaveTitle(titled)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    expect(await page.locator('h1').filter({ visible: true }).count()).toBe(1)
    await expectNoSidewaysOverflow(page)
    await expectNamedControls(page)
    await expectAxeSilent(page)
    expect(await whatMoves(page)).toEqual([])
    expect(await whatIsClipped(page)).toEqual([])
    await expectRoom(page)
    if (!process.env.PROOF) return
    await expectKeyboardThrough(page)
    await expectContrastInTheOther(page)
    await expectStatesWithoutColour(page)
  })
}

/** A sheet of letter paper without its margins, in pixels. */
const paper = { width: 720, height: 960 }

/**
 * Expects that a printed sheet contains only its own content, cuts off nothing, has table lines of one width, and has the same
 * colours whatever the theme on the screen is.
 */
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
