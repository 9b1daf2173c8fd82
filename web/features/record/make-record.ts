import { downloadZip } from 'client-zip'
import { readDelivery } from '#shared/api/deliveries.ts'
import { exportRecord } from '#shared/api/exports.ts'
import { readPatient } from '#shared/api/patients.ts'
import { readProof } from '#shared/api/proofs.ts'
import type { ExportedDelivery } from '#shared/model/list-export.ts'
import { callRetryingRateLimit } from '../../lib/api/read-pages.ts'
import { formatDetailDate, formatZonedDateTime } from '../../lib/browser/format.ts'
import type { ExportProgressHandle } from '../../ui/export-button.tsx'
import { convertPagePictures, drawText, pagePhoto } from '../audit/packet/browser-pictures.ts'
import { fetchPicture, fetchPictures, mapAhead, pictureName, pictureNamesOf } from '../audit/packet/fetch-pictures.ts'
import { startPdfDocument } from '../audit/packet/packet-pdf.ts'
import { readDeliveriesForExport } from '../exports/read-deliveries-for-export.ts'
import { factsOfDelivery, factsOfPatient } from './record-facts.ts'

interface RecordRequest extends ExportProgressHandle {
  patientId: string
  organisation: string
  timeZone: string
}

/** Returns the photos of failed attempts for a page of the PDF. Leaves out those that this browser cannot decode. */
async function pageAttempts({ attempts }: ExportedDelivery, photos: readonly (Blob | undefined)[]) {
  const shown: { photo: Uint8Array; caption: string }[] = []
  for (const [i, { attempted_at }] of attempts.entries()) {
    const picture = photos[i]
    const photo = picture && (await pagePhoto(picture))
    if (photo) shown.push({ photo, caption: `Photo of attempt ${i + 1}, ${formatZonedDateTime(attempted_at)}` })
  }
  return shown
}

const json = (value: unknown) => JSON.stringify(value, null, 1)

/**
 * Makes a ZIP of a patient's data and of all the patient's deliveries with their proofs. Nothing is read before the server has
 * recorded that an export takes place.
 */
export async function makePatientRecordZip({
  patientId,
  organisation,
  timeZone,
  signal,
  onProgress,
}: RecordRequest): Promise<Blob> {
  const params = { id: patientId }
  await callRetryingRateLimit(exportRecord, { params }, signal)
  const { body: patient } = await callRetryingRateLimit(readPatient, { params }, signal)
  const deliveries: ExportedDelivery[] = []
  for await (const some of readDeliveriesForExport({ patient_id: patientId }, signal)) deliveries.push(...some)
  const pdf = await startPdfDocument(
    {
      title: 'Patient record',
      organisation,
      blocks: [
        factsOfPatient(patient),
        [
          ['Deliveries', String(deliveries.length)],
          ['Created', formatZonedDateTime(new Date().toISOString())],
          ['Time zone', timeZone],
        ],
      ],
    },
    { drawText, formatTime: formatZonedDateTime, formatDay: formatDetailDate },
  )

  /** Downloads the photos of a delivery's failed attempts, in their order. Only the delivery itself has the URLs. */
  async function fetchAttemptPhotos({ id, attempts }: ExportedDelivery) {
    if (attempts.length === 0) return []
    const { body } = await callRetryingRateLimit(readDelivery, { params: { id } }, signal)
    return Promise.all(attempts.map((_, i) => fetchPicture(body.attempts[i]?.photo ?? null, signal)))
  }

  async function fetchProof(delivery: ExportedDelivery) {
    const { body: proof } = await callRetryingRateLimit(readProof, { params: { id: delivery.id } }, signal)
    const [pictures, strokes, attemptPhotos] = await Promise.all([
      fetchPictures(proof, signal),
      fetchPicture(proof.signature_strokes, signal),
      fetchAttemptPhotos(delivery),
    ])
    return { delivery, proof, pictures, strokes, attemptPhotos }
  }

  async function* entries() {
    yield { name: 'patient.json', input: json(patient) }
    const records: object[] = []
    for await (const { delivery, proof, pictures, strokes, attemptPhotos } of mapAhead(deliveries, fetchProof)) {
      const attemptPictures = await pageAttempts(delivery, attemptPhotos)
      await pdf.add(
        proof,
        { ...(await convertPagePictures(pictures)), attempts: attemptPictures },
        factsOfDelivery(delivery),
      )
      const named = { ...pictureNamesOf(proof, pictures), strokes: strokes && `pictures/${proof.id}-strokes.json` }
      if (pictures.signature) yield { name: named.signature, input: pictures.signature }
      if (pictures.photo) yield { name: named.photo, input: pictures.photo }
      if (strokes) yield { name: named.strokes, input: strokes }
      const attempts: object[] = []
      for (const [i, attempt] of delivery.attempts.entries()) {
        const input = attemptPhotos[i]
        const photo = pictureName(`${delivery.id}-attempt-${i + 1}`, input)
        if (input) yield { name: photo, input }
        attempts.push({ ...attempt, photo })
      }
      // Leave out the URLs, which expire after a quarter of an hour. The ZIP contains the files instead.
      const { patient_signature: _, signature_strokes: __, delivery_photo_url: ___, ...facts } = proof
      records.push({ ...delivery, attempts, proof: { ...facts, pictures: named } })
      onProgress(records.length)
    }
    yield { name: 'deliveries.json', input: json(records) }
    yield { name: 'record.pdf', input: await pdf.save() }
  }
  return downloadZip(entries()).blob()
}
