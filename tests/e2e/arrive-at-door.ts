import type { Locator, Page } from '@playwright/test'
import { aDelivery, signInStaff } from './deliveries-staff.ts'
import { nameHere } from './new-names.ts'

export const listPath = '/pharmacy/delivery'
export const completionDialogOf = (page: Page) => page.getByRole('dialog', { name: /^Complete Delivery/ })
export const button = (within: Page | Locator, name: string | RegExp) => within.getByRole('button', { name })

/** Creates a delivery in progress with `make`, and opens its completion dialog as its driver. */
export async function arriveAtDoor(page: Page, name: string, make: typeof aDelivery = aDelivery) {
  const [admin, driver] = [await signInStaff('Amelia Hart'), await signInStaff('Miguel Santos')]
  const { id } = await make(admin, nameHere(name), { pharmacist: driver, status: 'in_progress' })
  await driver.enter(page, `${listPath}/${id}`)
  await button(page, 'Complete Delivery').click()
  const dialog = completionDialogOf(page)
  return {
    admin,
    driver,
    id,
    dialog,
    save: button(dialog, 'Save Signature'),
    confirm: button(dialog, 'Confirm & Complete Delivery'),
  }
}

/**
 * Returns whether the boxes of two elements overlap on the screen. Pressing them would not show that, because an element can hide
 * another one and still let taps through.
 */
export const elementsOverlap = async (one: Locator, other: Locator) =>
  boxesOverlap(await boxOf(one), await boxOf(other))

export async function boxOf(one: Locator) {
  const box = await one.boundingBox()
  if (!box) throw new Error('It is not shown')
  return box
}

type Box = Awaited<ReturnType<typeof boxOf>>
export const boxesOverlap = (a: Box, b: Box) =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height
