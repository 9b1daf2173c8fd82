import { downloadZip } from 'client-zip'
import type { AuditRecord } from '#shared/model/audit.ts'
import type { SealKey } from '#shared/model/seal.ts'
import { formatDetailDate, formatZonedDateTime } from '../../../lib/browser/format.ts'
import { receivedProofs } from '../record-deliveries-text.ts'
import { convertPagePictures, drawText } from './browser-pictures.ts'
import { fetchPictures, mapAhead, pictureNamesOf } from './fetch-pictures.ts'
import { uniqueDeliveries } from './packet-deliveries.ts'
import { type PacketHead, startPacketPdf } from './packet-pdf.ts'
import { chainsJson, fillVerifyPage, sealsJson } from './packet-seals.ts'
import { missingFieldsCsv, recordsCsv, requestedNumbersCsv } from './packet-tables.ts'
import verifyPage from './verify.html?raw'

export interface PacketRequest {
  head: Pick<PacketHead, 'organisation' | 'npi_number' | 'nabp_number' | 'period' | 'time_zone' | 'verify_url'>
  /** The requested records, with only those deliveries that the packet should contain. */
  records: readonly AuditRecord[]
  sealKeys: readonly SealKey[]
  signal: AbortSignal
  /** Called with the progress, from 0 to 1. */
  onProgress: (share: number) => void
}

/**
 * Makes the packet as a ZIP. Rejects with the signal's reason if it is cancelled, and with a `MissingPicture` if a picture could
 * not be downloaded.
 */
export async function makePacket({ head, records, sealKeys, signal, onProgress }: PacketRequest): Promise<Blob> {
  const proofs = uniqueDeliveries(records)
  const count = (isSo: (record: AuditRecord) => boolean) => records.filter(isSo).length
  const received = receivedProofs(proofs)
  const has = (record: AuditRecord) => receivedProofs(record.deliveries).length > 0
  const isOpen = (record: AuditRecord) => !has(record) && record.deliveries.length + record.undelivered.length > 0
  const pdf = await startPacketPdf(
    {
      ...head,
      made_at: new Date().toISOString(),
      records,
      counts: [
        ['Prescriptions', records.length],
        ['With a delivery', count(has)],
        ['Not delivered', count(isOpen)],
        ['Without a delivery', count((record) => !has(record) && !isOpen(record))],
        ['Deliveries', received.length],
        ['Complete', received.filter(({ missing }) => missing.length === 0).length],
        ['Incomplete', received.filter(({ missing }) => missing.length > 0).length],
        ...(proofs.length > received.length ? [['Recorded by mistake', proofs.length - received.length] as const] : []),
      ],
    },
    { drawText, formatTime: formatZonedDateTime, formatDay: formatDetailDate },
  )

  async function* entries() {
    const done: Parameters<typeof chainsJson>[0][number][] = []
    const fetched = mapAhead(proofs, async (proof) => ({ proof, pictures: await fetchPictures(proof, signal) }))
    for await (const { proof, pictures } of fetched) {
      signal.throwIfAborted()
      const { signature, photo } = pictures
      const named = pictureNamesOf(proof, pictures)
      await pdf.add(proof, await convertPagePictures(pictures))
      if (signature) yield { name: named.signature, input: signature }
      if (photo) yield { name: named.photo, input: photo }
      done.push({ proof, pictures: named })
      onProgress(done.length / (proofs.length + 1))
    }
    yield { name: 'packet.pdf', input: await pdf.save() }
    yield { name: 'asked.csv', input: requestedNumbersCsv(records) }
    yield { name: 'records.csv', input: recordsCsv(proofs) }
    yield { name: 'gaps.csv', input: missingFieldsCsv(proofs) }
    yield { name: 'chain.json', input: chainsJson(done) }
    yield { name: 'seals.json', input: sealsJson(proofs, sealKeys, head.time_zone) }
    yield { name: 'verify.html', input: fillVerifyPage(verifyPage, sealKeys, head.verify_url) }
  }
  const packet = await downloadZip(entries()).blob()
  signal.throwIfAborted()
  onProgress(1)
  return packet
}
