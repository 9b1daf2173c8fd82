/** What pages may do with the media bucket by script: read an object, and upload one with a presigned form. */
export const mediaCors = { methods: ['GET', 'POST'], maxAgeSeconds: 3600 } as const
