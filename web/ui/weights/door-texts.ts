// The few words with which a page offers to analyse a reader's own weights; the rest is loaded with the panel.
import type { Lang } from "../../engine/view.js";

export interface DoorTexts {
  title: string;
  invitation: string;
  privacy: string;
  choose: string;
  drop: string;
  sample: string;
  sampleIs: string;
  sampleLicence: string;
  needsScript: string;
  sampleFailed: string;
  failed: string;
}

export const doorTexts: Record<Lang, DoorTexts> = {
  zh: {
    title: "用你自己的权重试试",
    invitation:
      "放入一个 .safetensors 或 .npy 文件（F64、F32、F16、BF16、F8），逐个张量看四种格式各损失多少。几 GB 的文件也可以，随时能停。",
    privacy: "文件只在这个浏览器里读取，不会上传。",
    choose: "选择文件",
    drop: "或把文件拖到这里",
    sample: "用示例试试",
    sampleIs: "示例：Spotify 的 basic-pitch 模型的卷积核，1.6 万个数，",
    sampleLicence: "Apache-2.0 许可",
    needsScript: "这一部分需要 JavaScript。",
    sampleFailed: "示例文件没有加载成功。请检查网络后重试，或选择自己的文件。",
    failed: "这一部分没有加载成功。请检查网络后重试。",
  },
  en: {
    title: "Try your own weights",
    invitation:
      "Give it a .safetensors or .npy file (F64, F32, F16, BF16, F8) and see what each of the four formats loses, tensor by tensor. Files of several GB will do, and you can stop at any time.",
    privacy: "The file is read in this browser only; nothing leaves it.",
    choose: "Choose a file",
    drop: "or drop it here",
    sample: "Try the sample",
    sampleIs: "The sample: the convolution kernels of Spotify's basic-pitch model, 16 thousand numbers, ",
    sampleLicence: "Apache-2.0 licence",
    needsScript: "This part needs JavaScript.",
    sampleFailed: "The sample could not be loaded. Check the connection and try again, or choose a file of your own.",
    failed: "This part could not be loaded. Check the connection and try again.",
  },
};
