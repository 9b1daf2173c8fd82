/** The requests that a page's scripts may send to the media bucket: read an object, and upload one with a presigned form. */
export const mediaCors = { methods: ['GET', 'POST'], maxAgeSeconds: 3600 } as const
