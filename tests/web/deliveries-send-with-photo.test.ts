import { beforeEach, describe, expect, it, vi } from 'vitest'
import { recordAttempt } from '#shared/api/attempts.ts'
import type { Entry } from '#shared/api/contract.ts'
import { completeDelivery, requestPhotoUpload } from '#shared/api/deliveries.ts'
import { CallError, unreachableText } from '../../web/lib/api/call-error.ts'
import type { RawResponse } from '../../web/lib/api/caller.ts'

/** The page's calls to the API. The mock below notes them here and gives all of them the same response. */
const calls: { entry: Entry; input: { form?: FormData } }[] = []
vi.mock('../../web/lib/api/call.ts', () => ({
  call: async (entry: Entry, input: object) => {
    calls.push({ entry, input })
    return { body: { url: 'https://store.example/', fields: { key: 'k' }, photo_key: 'uploads/t/d/1', version: 4 } }
  },
}))
const post = vi.fn<(sent: { signal?: AbortSignal }) => Promise<RawResponse>>()
vi.mock('../../web/lib/api/upload.ts', () => ({ upload: (sent: { signal?: AbortSignal }) => post(sent) }))
const { sendWithPhoto } = await import('../../web/features/deliveries/unsent/send-with-photo.ts')

const answered = (status: number): RawResponse => ({ status, headers: {}, text: '' })
beforeEach(() => {
  calls.length = 0
  post.mockReset()
})

const data = { patient_signature: 'data:image/png;base64,aa' }
const sendingOf = (photo: File | null, signal?: AbortSignal) => ({
  delivery: { id: 'd', version: 3 },
  data,
  photo,
  idempotencyKey: 'k',
  control: { signal },
})
const photoOf = (bytes: number) => new File([new Uint8Array(bytes)], 'delivery_photo.jpg', { type: 'image/jpeg' })
const entries = () => calls.map(({ entry }) => entry)

describe('a completion', () => {
  it('includes a photo of up to 4 MB', async () => {
    await sendWithPhoto(completeDelivery, sendingOf(photoOf(4_194_304)))
    expect(entries()).toEqual([completeDelivery])
    const sent = calls[0]?.input.form?.get('delivery_photo')
    expect(sent).toMatchObject({ size: 4_194_304, name: 'delivery_photo.jpg', type: 'image/jpeg' })
  })

  it('and a failed attempt are sent in the same way', async () => {
    await sendWithPhoto(recordAttempt, { ...sendingOf(photoOf(9)), data: { reason: 'no_answer' } })
    expect(entries()).toEqual([recordAttempt])
    expect(calls[0]?.input.form?.get('delivery_photo')).toMatchObject({ size: 9 })
  })

  it('refers to a larger photo, which was uploaded before, once', async () => {
    post.mockResolvedValue(answered(204))
    const sending = sendingOf(photoOf(4_194_305))
    await sendWithPhoto(completeDelivery, sending)
    await sendWithPhoto(completeDelivery, sending)
    expect(entries()).toEqual([requestPhotoUpload, completeDelivery, completeDelivery])
    expect(post).toHaveBeenCalledOnce()
    const named = JSON.stringify({
      ...data,
      delivery_photo_content_type: 'image/jpeg',
      delivery_photo_key: 'uploads/t/d/1',
    })
    expect(calls.slice(1).map(({ input }) => input.form?.get('data'))).toEqual([named, named])
  })

  it('whose upload is interrupted reports the network, not the photo', async () => {
    post.mockRejectedValue(new CallError({ status: 0, detail: unreachableText }))
    await expect(sendWithPhoto(completeDelivery, sendingOf(photoOf(4_194_305)))).rejects.toMatchObject({
      status: 0,
      detail: 'Network error. Check your connection and try again.',
    })
    expect(entries()).toEqual([requestPhotoUpload])
  })

  it('reports that S3 rejected the photo', async () => {
    post.mockResolvedValue(answered(400))
    await expect(sendWithPhoto(completeDelivery, sendingOf(photoOf(4_194_305)))).rejects.toMatchObject({
      status: 400,
      detail: 'Failed to process delivery photo',
    })
  })

  it('stopped during its upload goes no further and can be sent again', async () => {
    const stop = new AbortController()
    post.mockImplementationOnce(({ signal }) => {
      stop.abort()
      return Promise.reject(signal?.reason)
    })
    post.mockResolvedValue(answered(204))
    const sending = sendingOf(photoOf(4_194_305), stop.signal)
    await expect(sendWithPhoto(completeDelivery, sending)).rejects.toMatchObject({ name: 'AbortError' })
    expect(entries()).toEqual([requestPhotoUpload])
    await sendWithPhoto(completeDelivery, { ...sending, control: undefined })
    expect(entries()).toEqual([requestPhotoUpload, requestPhotoUpload, completeDelivery])
  })
})
