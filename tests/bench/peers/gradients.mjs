// What TensorFlow.js registers its gradients with. Node cannot import it as it is published: ../hosts.mjs bundles this file for it.
import '@tensorflow/tfjs-core/dist/register_all_gradients.js';
