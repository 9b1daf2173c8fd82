import { downloadZip } from 'client-zip'
import type { AuditRecord } from '#shared/model/audit.ts'
import type { Proof } from '#shared/model/proof.ts'
import type { SealKey } from '#shared/model/seal.ts'
import { formatDetailDate, formatZonedTime } from '../../../lib/browser/format.ts'
import { drawText, pagePhoto } from './browser-pictures.ts'
import { deliveriesOf } from './packet-deliveries.ts'
import { type PacketHead, startPdf } from './packet-pdf.ts'
import { sealsJson, verifyPageOf } from './packet-seals.ts'
import { askedCsv, gapsCsv, recordsCsv } from './packet-tables.ts'
import verifyPage from './verify.html?raw'

export interface PacketRequest {
  head: Pick<PacketHead, 'organisation' | 'npi_number' | 'nabp_number' | 'period' | 'time_zone'>
  /** What was asked for, with the deliveries that are to be in it. */
  records: readonly AuditRecord[]
  sealKeys: readonly SealKey[]
  signal: AbortSignal
  /** From 0 to 1. */
  onProgress: (share: number) => void
}

/** Pictures that are on their way at the same time. */
const ahead = 6

/** A picture could not be fetched: the packet would not be whole. */
class MissingPicture extends Error {}

async function fetchPicture(address: string | null, signal: AbortSignal): Promise<Blob | undefined> {
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

interface Fetched {
  proof: Proof
  signature: Blob | undefined
  photo: Blob | undefined
}

/** The deliveries in their order, each with its pictures, some of which are fetched ahead. */
async function* withPictures(proofs: readonly Proof[], signal: AbortSignal): AsyncGenerator<Fetched> {
  const fetching: Promise<Fetched>[] = []
  const start = async (proof: Proof): Promise<Fetched> => {
    const [signature, photo] = await Promise.all([
      fetchPicture(proof.patient_signature, signal),
      fetchPicture(proof.delivery_photo_url, signal),
    ])
    return { proof, signature, photo }
  }
  let next = 0
  const fill = () => {
    for (let proof = proofs[next]; proof && fetching.length < ahead; proof = proofs[++next]) {
      const one = start(proof)
      // Its failure is met when its turn comes.
      one.catch(() => undefined)
      fetching.push(one)
    }
  }
  for (;;) {
    fill()
    const one = fetching.shift()
    if (one === undefined) return
    yield await one
  }
}

/** The packet as a ZIP. Rejects with the signal's reason when it is cancelled. */
export async function makePacket({ head, records, sealKeys, signal, onProgress }: PacketRequest): Promise<Blob> {
  const proofs = deliveriesOf(records)
  const count = (isSo: (record: AuditRecord) => boolean) => records.filter(isSo).length
  const pdf = await startPdf(
    {
      ...head,
      made_at: new Date().toISOString(),
      records,
      counts: [
        ['Prescriptions', records.length],
        ['With a delivery', count(({ deliveries }) => deliveries.length > 0)],
        ['Without a delivery', count(({ deliveries }) => deliveries.length === 0)],
        ['Deliveries', proofs.length],
        ['Complete', proofs.filter(({ missing }) => missing.length === 0).length],
        ['With gaps', proofs.filter(({ missing }) => missing.length > 0).length],
      ],
    },
    { drawText, formatTime: formatZonedTime, formatDay: formatDetailDate },
  )

  async function* entries() {
    const chains: object[] = []
    for await (const { proof, signature, photo } of withPictures(proofs, signal)) {
      signal.throwIfAborted()
      const named = {
        signature: signature && `pictures/${proof.id}-signature.png`,
        photo: photo && `pictures/${proof.id}-photo.${endings[photo.type] ?? 'bin'}`,
      }
      await pdf.add(proof, {
        signature: signature && new Uint8Array(await signature.arrayBuffer()),
        photo: photo && (await pagePhoto(photo)),
      })
      if (signature) yield { name: named.signature, input: signature }
      if (photo) yield { name: named.photo, input: photo }
      chains.push({ delivery_id: proof.id, pictures: named, chain: proof.chain })
      onProgress(chains.length / (proofs.length + 1))
    }
    yield { name: 'packet.pdf', input: await pdf.save() }
    yield { name: 'asked.csv', input: askedCsv(records) }
    yield { name: 'records.csv', input: recordsCsv(proofs) }
    yield { name: 'gaps.csv', input: gapsCsv(proofs) }
    yield { name: 'chain.json', input: JSON.stringify(chains, null, 1) }
    yield { name: 'seals.json', input: sealsJson(proofs, sealKeys) }
    yield { name: 'verify.html', input: verifyPageOf(verifyPage, sealKeys) }
  }
  const packet = await downloadZip(entries()).blob()
  signal.throwIfAborted()
  onProgress(1)
  return packet
}
