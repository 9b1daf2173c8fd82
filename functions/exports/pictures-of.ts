import type { StoredDelivery } from '../data/entities/delivery.ts'

type StoredFiles = Partial<
  Pick<
    StoredDelivery,
    'signature_key' | 'signature_sha256' | 'strokes_key' | 'strokes_sha256' | 'photo_key' | 'photo_sha256'
  >
>

/** Lists the files of a delivery: of its proof, its failed attempts, and its refused actions. */
export const picturesOf = (delivery: StoredDelivery) => [
  ...filesOf(delivery, { delivery_id: delivery.id, unsent_id: null }),
  ...delivery.attempts.flatMap((attempt) => filesOf(attempt, { delivery_id: delivery.id, unsent_id: null })),
  ...(delivery.unsent ?? []).flatMap(({ completion, attempt, unsent_id = '' }) =>
    filesOf({ ...completion, ...attempt }, { delivery_id: delivery.id, unsent_id }),
  ),
]

function filesOf(stored: StoredFiles, of: { delivery_id: string; unsent_id: string | null }) {
  const files = [
    { kind: 'signature', key: stored.signature_key, sha256: stored.signature_sha256 },
    { kind: 'strokes', key: stored.strokes_key, sha256: stored.strokes_sha256 },
    { kind: 'photo', key: stored.photo_key, sha256: stored.photo_sha256 },
  ] as const
  return files.flatMap(({ kind, key, sha256 = null }) => (key ? [{ picture: { ...of, kind, sha256 }, key }] : []))
}
