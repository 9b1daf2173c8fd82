import { keepAnswersFor } from '../lib/api/query-client.ts'
import { part } from '../ui/part.tsx'
import { type Address, type Opening, openingOf } from './opening.ts'
import type { UserPage } from './page.ts'

const screenOf = ({ load }: UserPage) => part(async () => (await load()).Screen)

/** The components of the pages, by what loads them: pages that load the same share it, and it stays from one to the other. */
const screens = new Map<UserPage['load'], ReturnType<typeof screenOf>>()

/** The component of a page, which loads it. */
export function screenFor(page: UserPage) {
  const screen = screens.get(page.load) ?? screenOf(page)
  screens.set(page.load, screen)
  return screen
}

/** A failure shows when the page does. */
function load({ page }: Opening) {
  screenFor(page).preload()
  for (const loadPart of page.parts ?? []) loadPart().catch(() => undefined)
}

async function begin(opening: Opening) {
  const { page, opened } = opening
  load(opening)
  if (!opened) return
  keepAnswersFor(opened.known.user_id)
  const { readFirst } = await page.load()
  await readFirst?.(opened)
}

/** Loads the page of an address, and reads what it shows first. Resolves when that has come. */
export async function beginPage(accessToken: string, address: Address) {
  const opening = openingOf(accessToken, address)
  if (opening) await begin(opening)
}

/** Loads a page that may come next. */
export function loadNext(accessToken: string, address: Address) {
  const opening = openingOf(accessToken, address)
  if (opening) load(opening)
}
