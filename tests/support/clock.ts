import type { TestHouse } from './test-house.ts'

const day = 86_400
export const seconds = { minute: 60, hour: 3600, day }

/** Lets time pass in a house: nothing there waits. */
export function pass({ clock }: TestHouse, secondsToPass: number) {
  clock.now = new Date(clock.now.getTime() + secondsToPass * 1000)
}
