import { withStorage } from '../../../lib/browser/with-storage.ts'

/** The sizes of paper for slips. `print-view.css` has a page for each. */
export const slipSizes = [
  { value: 'letter', label: 'Letter' },
  { value: '4x6in', label: '4 × 6 in' },
  { value: '2.25x4in', label: '2.25 × 4 in' },
  { value: '62x100mm', label: '62 × 100 mm' },
]

const place = 'carelane-slip-size'

/** Returns the size that was last chosen in this browser. */
export function readSlipSize(): string {
  const kept = withStorage(() => localStorage.getItem(place), null)
  return slipSizes.find(({ value }) => value === kept)?.value ?? 'letter'
}

export const keepSlipSize = (size: string) => withStorage(() => localStorage.setItem(place, size), undefined)
