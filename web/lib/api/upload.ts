import { CallError, unreachableText } from './call-error.ts'
import type { RawResponse } from './caller.ts'
import { responseTimeoutMs } from './response-timeout.ts'

/** The progress of an upload, in bytes. */
export interface UploadProgress {
  sent: number
  total: number
}

/** Lets the caller watch and cancel an upload. */
export interface UploadControl {
  /** Cancels the upload. The call then rejects with the signal's reason. */
  signal?: AbortSignal | undefined
  onProgress?: ((progress: UploadProgress) => void) | undefined
}

interface Upload extends UploadControl {
  method: string
  url: string
  headers?: Readonly<Record<string, string>>
  form: FormData
}

const headersOf = (request: XMLHttpRequest) =>
  Object.fromEntries(
    request
      .getAllResponseHeaders()
      .split('\r\n')
      .filter(Boolean)
      .map((line) => {
        const colon = line.indexOf(':')
        return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
      }),
  )

/**
 * Sends a form by XMLHttpRequest, because `fetch` does not report upload progress. Resolves for every HTTP status. Rejects with a
 * CallError of status 0 if the connection is lost, or with the signal's reason if the upload is cancelled.
 */
export function upload({ method, url, headers = {}, form, signal, onProgress }: Upload): Promise<RawResponse> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    let silence: ReturnType<typeof setTimeout> | undefined
    const isAlive = () => {
      clearTimeout(silence)
      silence = setTimeout(() => request.abort(), responseTimeoutMs)
    }
    const stop = () => request.abort()
    const end = () => {
      clearTimeout(silence)
      signal?.removeEventListener('abort', stop)
    }
    request.open(method, url)
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.upload.onprogress = ({ loaded, total }) => {
      isAlive()
      onProgress?.({ sent: loaded, total })
    }
    request.onprogress = isAlive
    request.onload = () => resolve({ status: request.status, headers: headersOf(request), text: request.responseText })
    request.onerror = () => reject(new CallError({ status: 0, detail: unreachableText }))
    request.onabort = () =>
      reject(signal?.aborted ? signal.reason : new CallError({ status: 0, detail: unreachableText }))
    request.onloadend = end
    if (signal?.aborted) return reject(signal.reason)
    signal?.addEventListener('abort', stop)
    isAlive()
    request.send(form)
  })
}
