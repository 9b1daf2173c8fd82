import type { TestApp } from './test-app.ts'

const day = 86_400
export const seconds = { minute: 60, hour: 3600, day }

/** Moves the product's clock forward, without waiting. */
export function passSeconds({ clock }: TestApp, secondsToPass: number) {
  clock.now = new Date(clock.now.getTime() + secondsToPass * 1000)
}
