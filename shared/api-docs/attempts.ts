import type * as attempts from '../api/attempts.ts'
import type { WordsFor } from './words.ts'

export const attemptsWords: WordsFor<typeof attempts> = {
  recordAttempt: {
    summary: 'Record an attempt',
    description:
      'The package of a delivery in progress could not be handed over: it is `failed` from now on. Callers who may only see deliveries take over a delivery that is somebody else’s; callers who manage deliveries record it for its person. `captured_at` is the clock of the device; an impossible time is ignored.',
    refusals: {
      409: 'The delivery is not in progress, or its run is closed. Who takes it over is also refused while the run of either is closed.',
      422: 'The reason `other` needs a `note`. `captured_at` has its `T` and zone in upper case.',
    },
  },
  returnPackage: {
    summary: 'Record that a failed package is back',
    description:
      'For the delivery’s person, and for callers who manage deliveries. A repeat changes nothing. `captured_at` is the clock of the device; an impossible time is ignored.',
    refusals: {
      403: 'The delivery is not the caller’s own, and the caller cannot manage deliveries.',
      409: 'The delivery did not fail, or its run is closed.',
      422: '`captured_at` has its `T` and zone in upper case.',
    },
  },
  returnToStock: {
    summary: 'Return a package to stock',
    description: 'The delivery is `cancelled` from now on.',
    refusals: {
      409: 'The delivery is on its way, or failed and not back, or it came to an end already.',
    },
  },
  reportUnsent: {
    summary: 'Tell the pharmacy of something that was refused',
    description:
      'What the caller did at a door, and the server refused, stands on the attention list as `unsent` until it is settled, or until the same caller does the same after all. Whoever had the delivery before may tell as well, though it is hidden from them by now: the answer has what was told and nothing of the delivery. What is told again replaces what was told before. `captured_at` is the clock of the device; an impossible time is ignored.',
    refusals: {
      422: '`captured_at` has its `T` and zone in upper case.',
    },
  },
  settleUnsent: {
    summary: 'Mark what was refused at a door as settled',
    description: 'Takes the delivery off the attention list, as far as `unsent` goes. A repeat changes nothing.',
  },
}
