import type { Proof } from '#shared/model/proof.ts'

/** Deliveries whose pictures are on their way at the same time. */
const ahead = 6

/** A picture could not be fetched: the file would not be whole. */
class MissingPicture extends Error {}

export async function fetchPicture(address: string | null, signal: AbortSignal): Promise<Blob | undefined> {
  if (!address) return undefined
  const answer = await fetch(address, { signal }).catch((error: unknown) => {
    signal.throwIfAborted()
    throw new MissingPicture(String(error))
  })
  if (!answer.ok) throw new MissingPicture(String(answer.status))
  return answer.blob()
}

const endings: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/gif': 'gif',
}

interface Pictures {
  signature: Blob | undefined
  photo: Blob | undefined
}

/** What the pictures of a delivery are called in a file; undefined for one that it does not have. */
export const namesOf = ({ id }: Pick<Proof, 'id'>, { signature, photo }: Pictures) => ({
  signature: signature && `pictures/${id}-signature.png`,
  photo: photo && `pictures/${id}-photo.${endings[photo.type] ?? 'bin'}`,
})

export async function fetchPictures(proof: Proof, signal: AbortSignal): Promise<Pictures> {
  const [signature, photo] = await Promise.all([
    fetchPicture(proof.patient_signature, signal),
    fetchPicture(proof.delivery_photo_url, signal),
  ])
  return { signature, photo }
}

/** What is fetched for each item, in their order. Some of it is fetched ahead. */
export async function* fetchAhead<T, R>(items: readonly T[], start: (item: T) => Promise<R>): AsyncGenerator<R> {
  const left = [...items]
  const fetching: Promise<R>[] = []
  for (;;) {
    for (const item of left.splice(0, ahead - fetching.length)) {
      const one = start(item)
      // Its failure is met when its turn comes.
      one.catch(() => undefined)
      fetching.push(one)
    }
    const one = fetching.shift()
    if (one === undefined) return
    yield await one
  }
}
