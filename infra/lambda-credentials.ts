import type { Plugin } from 'esbuild'

const fromEnvironment = `export const defaultProvider = () => async () => ({
  accessKeyId: process.env.AWS_ACCESS_KEY_ID,
  secretAccessKey: process.env.AWS_SECRET_ACCESS_KEY,
  sessionToken: process.env.AWS_SESSION_TOKEN,
})`

const noFiles = 'export const loadSharedConfigFiles = async () => ({ configFile: {}, credentialsFile: {} })'

/**
 * In place of the SDK's search for credentials and settings, on machines of every kind and in a user's files: a function's are
 * in its environment, for as long as it lives.
 */
export const lambdaCredentialsPlugin: Plugin = {
  name: 'lambda-credentials',
  setup(build) {
    build.onResolve({ filter: /^@aws-sdk\/credential-provider-node$/ }, ({ path }) => ({
      path,
      namespace: 'lambda-credentials',
      sideEffects: false,
    }))
    build.onLoad({ filter: /.*/, namespace: 'lambda-credentials' }, () => ({ contents: fromEnvironment }))
    build.onLoad({ filter: /dist-es\/.*\/shared-ini-file-loader\/loadSharedConfigFiles\.js$/ }, () => ({
      contents: noFiles,
    }))
  },
}
