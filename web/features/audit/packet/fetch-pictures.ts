import type { Proof } from '#shared/model/proof.ts'

/** The largest number of deliveries whose pictures are downloaded at the same time. */
const ahead = 6

/** Thrown if a picture could not be downloaded, so that no packet is made without the picture. */
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
}

interface Pictures {
  signature: Blob | undefined
  photo: Blob | undefined
}

/** Returns the name of a picture's file, such as `pictures/<id>-photo.jpg`; undefined for a missing picture. */
export const pictureName = (name: string, picture: Blob | undefined) =>
  picture && `pictures/${name}.${endings[picture.type] ?? 'bin'}`

/** Returns the names that the files of a delivery's pictures have in the packet; undefined for a missing picture. */
export const pictureNamesOf = ({ id }: Pick<Proof, 'id'>, { signature, photo }: Pictures) => ({
  signature: signature && `pictures/${id}-signature.png`,
  photo: pictureName(`${id}-photo`, photo),
})

export async function fetchPictures(proof: Proof, signal: AbortSignal): Promise<Pictures> {
  const [signature, photo] = await Promise.all([
    fetchPicture(proof.patient_signature, signal),
    fetchPicture(proof.delivery_photo_url, signal),
  ])
  return { signature, photo }
}

/** Yields the results in the order of the items. Up to `ahead` items are in progress at the same time. */
export async function* mapAhead<T, R>(items: readonly T[], start: (item: T) => Promise<R>): AsyncGenerator<R> {
  const left = [...items]
  const fetching: Promise<R>[] = []
  for (;;) {
    for (const item of left.splice(0, ahead - fetching.length)) {
      const one = start(item)
      // If an item fails, `await one` throws the error when it is the item's turn. Until then, this handler keeps the browser from
      // reporting the error as unhandled.
      one.catch(() => undefined)
      fetching.push(one)
    }
    const one = fetching.shift()
    if (one === undefined) return
    yield await one
  }
}
